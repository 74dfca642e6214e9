"""`python -m ludoteka.cli`."""

from ludoteka.cli import main

if __name__ == "__main__":
    main()
