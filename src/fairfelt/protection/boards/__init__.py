"""The dealer's cards seen at games with shared cards in streets: every class of hands, every board, exactly."""
