"""The language of games as a page: every word, ranking, settlement and fact, with an example each."""
