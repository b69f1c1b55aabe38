"""Questions about puzzles and shapes; each answer is plain data, with solutions or reasons as evidence.

`question.py` says what a question is, `answer.py` what an answer is.  `ask.py` searches one cover many times under
assumptions; `notebook.py` is the file in which long searches remember what they found.
"""
