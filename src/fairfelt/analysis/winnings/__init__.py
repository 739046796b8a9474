"""What a table wins: pace, theoretical win, the distribution of a session, ruin, promotions. Pure."""
