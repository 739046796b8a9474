"""Any deal, streets and showdown: every information set up to an exchange of suits, every card that can follow."""
