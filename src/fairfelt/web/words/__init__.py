"""The words of the pages in other languages: one catalogue for templates and scripts, and who reads which."""
