"""What a table is: its log and what follows from it, what people do there, and who may be shown what."""
