"""The analyst's bench: fairfelt design and fairfelt floor."""
