#!/usr/bin/env bash
source "$(dirname "$0")/../../lib.sh"
heading "The example programs, over thousands of games"

wheel=$(wheel release "$python")
interpreter=$(equipped examples "$python" examples)
quietly "$interpreter" -m pip install "$wheel"
tests=$(tests)
cd "$tests"
"$interpreter" -m pytest tests/test_examples.py
