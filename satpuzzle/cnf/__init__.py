"""CNF encodings: formulas, at-most-one and cardinality encodings, and the encoder that combines them."""
