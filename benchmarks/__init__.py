"""The speed and memory of the library: `python -m benchmarks --list` lists the runs."""
