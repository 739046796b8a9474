"""The version of Fairfelt: told here alone, also to those who build the package."""

__version__ = "0.1.0"
