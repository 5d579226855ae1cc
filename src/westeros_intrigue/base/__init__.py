"""What every game needs and no game is: values, errors, reading of text, display."""
