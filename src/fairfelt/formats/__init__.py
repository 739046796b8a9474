"""Amounts of money and dates as people read and write them."""
