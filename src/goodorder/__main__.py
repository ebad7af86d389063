"""``python -m goodorder`` is the program ``goodorder``."""

from goodorder.cli import main

if __name__ == "__main__":
    main()
