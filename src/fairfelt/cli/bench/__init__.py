"""The analyst's bench: fairfelt counting, fairfelt design and fairfelt floor."""
