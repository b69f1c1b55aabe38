"""The programs of the articles, as they stand there, for comparison with the strategies of the library."""
