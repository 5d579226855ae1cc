"""The speed and memory of the library, compared with other engines: `python -m benchmarks`."""
