"""Speed, measured and printed, never asserted: `make bench`."""
