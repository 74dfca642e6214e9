"""What is said between server and client: typed messages, from which the page's types are made."""
