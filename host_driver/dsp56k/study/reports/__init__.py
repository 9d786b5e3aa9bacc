"""Results for people: tables, documents, pages, and the files of a study."""
