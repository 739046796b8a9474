"""Whether tables may share one progressive, proved by exact odds."""
