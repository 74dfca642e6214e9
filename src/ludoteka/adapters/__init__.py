"""Foreign interfaces for learners and planners. Their idioms stay in here."""
