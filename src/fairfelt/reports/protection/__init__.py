"""Sheets on game protection: what one leak is worth, a game's verdict, the whole house."""
