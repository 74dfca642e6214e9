"""Ids, codes and names."""

import secrets
import unicodedata

_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"  # no I, L, O: they are read as something else
_ALPHABET = "abcdefghijkmnopqrstuvwxyz23456789"
# Stars and moons: called the same in every language.
_STARS = (
    "Vega", "Altair", "Sirius", "Rigel", "Mira", "Castor", "Pollux", "Deneb", "Spica", "Regulus", "Antares",
    "Capella", "Mizar", "Alcor", "Atlas", "Maia", "Electra", "Lyra", "Orion", "Titan", "Rhea", "Triton",
    "Ariel", "Miranda", "Oberon", "Umbriel", "Callisto", "Phoebe",
)  # fmt: skip
_MOST = 99


_BLANKS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u00ad\u034f")  # printable, and nothing to see
# Letters of other scripts that look like Latin ones (after Unicode's table of confusables).
_TWINS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԚԜаеѕіјорсухһԁԛԝкмтвгпΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεηικνορτυχωγցհոսօⅼıɑɡʟɪᴏᴜʏꓮꓐꓚꓓꓰꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ",
    "ABESIJKMHOPCTYXQWaesijopcyxhdqwkmtbrnABEZHIKMNOPTYXaβenikvoptuxwyghnuoliagliouyABCDEGHIJKLMNOPRSTUVWXYZ",
)
# The same of "fancy letters": small capitals, Cherokee, Canadian syllabics, Coptic, and a few more.
_FANCY = str.maketrans(
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ"
    "\u13a0\u13a1\u13a2\u13a5\u13a9\u13aa\u13ab\u13ac\u13b3\u13b7\u13bb\u13bd\u13c0\u13c2\u13c3\u13cf"
    "\u13d2\u13d4\u13d5\u13d9\u13da\u13de\u13df\u13e2\u13e6\u13e7\u13f3\u13f4"
    "ᗅᗩᗷᑕᗪᗞᗴᖴᕼᒍᒪᗰᑎᑭᑫᖇᔕᑌᐯᗯᕽ"
    "ⲀⲁⲂⲃⲈⲉⲌⲍⲎⲏⲒⲓⲔⲕⲘⲙⲚⲛⲞⲟⲢⲣⲤⲥⲦⲧⲨⲩⲬⲭⳐⳑ"
    "єҽӀӏѵѡҮүɩ|",
    "abcdefghijklmnoprstuvwyz"
    "DRTiYAJEWMHYGhZb"
    "RWSVSLCPKdGB"
    "AABCDDEFHJLMNPQRSUVWX"
    "AaBbEeZzHhIiKkMmNnOoPpCcTtYyXxLl"
    "eelIvwYyil",
)
_SIGNS = {first + n: ord("A") + n for first in (0x1F150, 0x1F170) for n in range(26)}  # white on black
_ALIKE = {**_TWINS, **_FANCY, **_SIGNS}
_THIN = str.maketrans("01i", "oll")  # read as each other in many typefaces


def new_id() -> str:
    """An id that nobody guesses: 12 characters of 33, about 60 bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))


def new_code() -> str:
    """Six letters to read out to a friend."""
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


def new_name() -> str:
    """A friendly name for a guest who has none yet."""
    return f"{secrets.choice(_STARS)} {secrets.randbelow(_MOST - 1) + 2}"


def plain_text(text: str) -> str:
    """What somebody's program says, without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def plain_name(name: str) -> str:
    """A name as it is shown: printable, one space between words; empty if nothing in it can be read."""
    folded = unicodedata.normalize("NFKC", name)
    shown = "".join(c if c.isprintable() and c not in _BLANKS else " " for c in folded)
    return " ".join(shown.split())[:24] if any(c.isalnum() for c in shown) else ""


def name_key(name: str) -> str:
    """Two names with the same key look the same, or nearly so: only one of them can be claimed or shown."""
    letters = "".join(c for c in plain_name(name).translate(_ALIKE) if c.isalnum())
    folded = letters.casefold().translate(_ALIKE).casefold()
    return folded.translate(_THIN).replace("rn", "m")
