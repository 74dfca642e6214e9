"""Games as numbers, for programs that learn: what an encoder is, and how a move is spelled in small choices.

Each game has its own encoder in the room `encoding.py`; what bends it to the interfaces of other projects is
in `ludoteka.adapters`.
"""
