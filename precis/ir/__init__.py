"""The intermediate representation: Programs over real numbers, their text, their checks, their meaning."""
