"""A whole client for ludoteka: python example_bot.py http://localhost:8000 TOKEN nim"""

import json
import random
import sys
from itertools import count

import httpx
from websockets.sync.client import connect

server, token, game = sys.argv[1:4]
headers = {"Authorization": f"Bearer {token}"}
table = httpx.post(f"{server}/api/pair", json={"game": game}, headers=headers).raise_for_status().json()
seat = next(one["seat"] for one in table["seats"] if one["mine"])
keys, asked = (f"{random.getrandbits(64):x}-{number}" for number in count()), count(1)


def play(socket, position):
    """Asks what is legal whenever it is our turn, and plays any of it."""
    awaiting = position["awaiting"] or {}
    if seat in awaiting.get("seats", []):
        socket.send(json.dumps({"do": "legal", "id": next(asked), "seat": seat}))
    return awaiting.get("kind") != "over"


with connect(f"{server.replace('http', 'ws', 1)}/ws/tables/{table['id']}", additional_headers=headers) as socket:
    seen, goes_on = 0, True
    while goes_on:
        message = json.loads(socket.recv())
        if message["kind"] in ("welcome", "news"):
            seen = message["position"]["seq"]
            goes_on = play(socket, message["position"])
        elif message["kind"] == "moves":
            move = random.choice(message["moves"])
            action = {"do": "play", "seat": seat, "move": move, "seen": seen, "key": next(keys)}
            socket.send(json.dumps(action))
        elif message["kind"] == "refused":
            print(message["text"])
print("The match is over:", message["position"]["awaiting"])
