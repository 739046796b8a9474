"""Placards: rules of play, paytables and rulings in words."""
