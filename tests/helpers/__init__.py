"""What several tests use: positions, programs, terminals, pages and the words of refusals."""
