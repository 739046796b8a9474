"""PostgreSQL on several machines, as real processes on loopback: to kill, to cut off and to promote."""
