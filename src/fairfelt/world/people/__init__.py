"""Who works on a simulated night: keypads, office, clerk, displays."""
