"""What counting finds, as plain values, and the store that keeps them: nothing here loads a solver."""
