"""What is made from answers: cards on paper, pieces, BurrTools files, a page that shows a search."""
