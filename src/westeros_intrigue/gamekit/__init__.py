"""The ground that every game stands on: values, errors, chance, reading of text, display.

Read `errors` and `values` first.
"""
