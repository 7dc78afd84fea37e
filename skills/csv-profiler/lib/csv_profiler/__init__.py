"""Profiles a CSV file of any size in one pass and bounded memory. Python 3.8 or later, standard library only."""
