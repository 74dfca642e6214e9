"""A whole client for ludoteka: python example_bot.py http://localhost:8000 TOKEN abak"""
# ruff: noqa: T201, S311  # an example prints, and its moves need no secret dice

import json
import random
import sys

import httpx
from websockets.sync.client import connect

server, token, game = sys.argv[1:4]
headers = {"Authorization": f"Bearer {token}"}
table = httpx.post(f"{server}/api/pair", json={"game": game}, headers=headers).raise_for_status().json()
seat = next(one["seat"] for one in table["seats"] if one["mine"])
address = f"{server.replace('http', 'ws', 1)}/ws/tables/{table['id']}"


def ask_if_awaited(socket, awaiting):
    """Asks what is legal whenever it is our turn."""
    if awaiting and seat in awaiting.get("seats", []):
        socket.send(json.dumps({"do": "legal", "id": 1, "seat": seat}))


with connect(address, additional_headers=headers) as socket:
    awaiting, seen = None, 0
    while not awaiting or awaiting["kind"] != "over":
        message = json.loads(socket.recv())
        if message["kind"] in ("welcome", "news"):
            awaiting, seen = message["position"]["awaiting"], message["position"]["seq"]
            ask_if_awaited(socket, awaiting)
        elif message["kind"] == "moves":
            move, key = random.choice(message["moves"]), f"{random.getrandbits(64):x}"
            play = {"do": "play", "seat": seat, "move": move, "seen": seen, "key": key}
            socket.send(json.dumps(play))
        elif message["kind"] == "refused":
            print(message["text"])
print("The match is over:", awaiting)
