"""Tests of the settings of a server."""
