"""Short rules for a player who sees more: conditions in words, put together by a search and priced exactly"""
