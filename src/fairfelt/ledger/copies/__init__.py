"""Copies of a journal: exports that anyone can read, backups with sealed secrets, and journals made from them."""
