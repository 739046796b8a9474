"""What it is worth to know cards early at games that a course plays and decides: blackjack, war, hands that are set."""
