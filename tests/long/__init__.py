"""What takes long: `make test-long`. `LONG_MINUTES` says how long each fuzzed door is (60 if not given)."""
