"""Cards seen at showdowns by the longest flush with wild and shared cards: one by one, or every round dealt."""
