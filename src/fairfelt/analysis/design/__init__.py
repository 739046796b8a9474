"""Paytable design: pays that meet targets for edge, hits and volatility, by integer programs over exact counts."""
