"""The analyst's bench: fairfelt compare, counting, design, floor and portfolio."""
