"""The programs that make files of this repository; `scripts/make.py` runs them by name."""
