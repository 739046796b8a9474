"""Blackjack solved: against published values, against every card of small shoes, by every common rule."""
