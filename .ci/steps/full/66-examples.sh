#!/usr/bin/env bash
source "$(dirname "$0")/../../lib.sh"
heading "The example programs, over thousands of games"

tests_with examples test_examples.py
