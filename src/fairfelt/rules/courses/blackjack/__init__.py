"""Blackjack: the rules of a table as data, its hands, bets and the course of a round."""
