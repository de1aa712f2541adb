"""`python -m lineup`."""

from .cli import main

main()
