"""The digital twin: a simulated pit that plays through the real API, for demonstration, training and soak tests."""
