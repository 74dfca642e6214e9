"""What is live in one process: rooms and the clients in them, the scheduler, bots in workers, the bus."""
