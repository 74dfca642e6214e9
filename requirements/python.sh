# Prints a Python of version 3.11 to 3.14: the usual one if it is new enough, else any that is there.
for candidate in python3 python python3.13 python3.12 python3.11 python3.14; do
    if "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; then
        echo "$candidate"
        exit 0
    fi
done
echo requirements/no-python.sh
