"""The back of one hidden card: what each choice is worth by its rank, hand by hand, and so any two classes of ranks."""
