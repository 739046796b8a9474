"""The longest flush with wild and shared cards: cards seen, or told by their backs, counted suit by suit."""
