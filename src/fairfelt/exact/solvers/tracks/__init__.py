"""Showdowns by runs on one or two tracks."""
