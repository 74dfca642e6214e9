"""What a finished or running match can teach: reviews, hints, statistics."""
