"""The golden set: everything that ships, frozen in `tests/golden/`, and the program that counts it again."""
