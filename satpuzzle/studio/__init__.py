"""The studio: a page in which puzzles are drawn, solved and played; `page` writes it from the modules in `js`."""
