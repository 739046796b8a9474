"""Strategies that people follow: short rules, their cost, and play for two bets together."""
