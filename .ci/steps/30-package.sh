#!/usr/bin/env bash
source "$(dirname "$0")/../lib.sh"
heading "Package: sdist, wheel from it, contents"

sdist=$(sdist)
wheel=$(wheel release "$python")
tools=$(tools)
"$tools" -m twine check --strict "$sdist" "$wheel"
"$(dirname "$tools")/check-wheel-contents" "$wheel"
"$tools" "$sources/.ci/wheel_contents.py" "$wheel"
