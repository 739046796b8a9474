"""The manager's pages on people, and what is signed there."""
