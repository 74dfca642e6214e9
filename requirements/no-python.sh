#!/bin/sh
# Stands in for Python where there is none that we can use.
echo "ludoteka needs Python 3.11 to 3.14. Please install one, or name it: make PYTHON=/path/to/python3.12 play" >&2
exit 1
