"""Who is who: guests by signed cookie, claimed names by password, bot accounts by token."""

import asyncio
import hashlib
import secrets
from collections import OrderedDict

import structlog
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, TimestampSigner

from ludoteka.core.game import Millis
from ludoteka.core.refusals import BadRequest
from ludoteka.server.messages.errors import NotFound, NotYours, Occupied, WhoAreYou
from ludoteka.server.settings import Settings
from ludoteka.server.store import sessions
from ludoteka.server.store.guests import GuestRow, SessionRow
from ludoteka.server.store.store import Store, Taken
from ludoteka.server.table.naming import name_key, new_id, new_name, plain_name, plain_text
from ludoteka.server.table.timekeeping import Timekeeper

log = structlog.get_logger()
COOKIE = "ludoteka_guest"
DAY_MS = 86_400_000
KNOWN = 20_000  # guests kept in memory
CHECK_MS = 5_000  # so long a session is believed to be open
BOTS_EACH = 10
KEEPS_NAME = "A bot account keeps its name."
UNREADABLE = "A name needs letters that can be read."
_WRONG = "That name and password do not belong together."


class Sessions:
    """Signs and reads cookies. The newest secret signs, older ones still read until they expire."""

    def __init__(self, store: Store, settings: Settings, time: Timekeeper) -> None:
        self._store = store
        self._settings = settings
        self._time = time
        self._signer = TimestampSigner("not started")
        self._looked = 0

    async def start(self) -> None:
        """Loads the secrets, and makes a new one when the newest is old."""
        if self._settings.secrets:
            self._signer = TimestampSigner(list(reversed(self._settings.secrets)), salt=COOKIE)
            return
        known = await self._store.secrets()
        now = self._time.now()
        if not known or now - known[-1][0] > self._settings.secret_days * DAY_MS:
            expired = now - (self._settings.session_days + self._settings.secret_days) * DAY_MS
            await self._store.add_secret(now, secrets.token_hex(32), expired)
            known = await self._store.secrets()
        self._signer = TimestampSigner([secret for _, secret in known], salt=COOKIE)
        self._looked = now

    def sign(self, guest: str) -> str:
        return self._signer.sign(guest).decode()

    async def read(self, cookie: str) -> tuple[str, bool] | None:
        """The guest of a cookie, and whether it should be signed anew; None: not ours, or too old."""
        found = self._unsign(cookie)
        if found is None and not self._settings.secrets and self._time.now() - self._looked > 60_000:
            await self.start()  # another process may sign with a newer secret
            found = self._unsign(cookie)
        return found

    def _unsign(self, cookie: str) -> tuple[str, bool] | None:
        if len(cookie) > 200:
            return None
        age = self._settings.session_days * 86_400
        try:
            guest, signed = self._signer.unsign(cookie, max_age=age, return_timestamp=True)
        except BadSignature:
            return None
        is_old = self._time.now() / 1000 - signed.timestamp() > 86_400
        return guest.decode(), is_old


class People:
    """Guests, their names and their bot accounts."""

    def __init__(self, store: Store, settings: Settings, time: Timekeeper) -> None:
        self._store = store
        self._time = time
        self.sessions = Sessions(store, settings, time)
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(2)  # argon2 is slow and takes memory on purpose
        self._known: OrderedDict[str, GuestRow] = OrderedDict()
        self._open: OrderedDict[str, Millis] = OrderedDict()  # sessions that counted a moment ago
        self._session_days = settings.session_days

    async def start(self) -> None:
        await self.sessions.start()

    async def newcomer(self, name: str | None = None) -> GuestRow:
        guest = GuestRow(new_id(), plain_name(name or "") or new_name(), self._time.now())
        await self._store.add_guest(guest)
        return self._remember(guest)

    async def by_cookie(self, cookie: str | None) -> tuple[GuestRow | None, bool]:
        """The guest of a cookie, and whether the cookie should be renewed."""
        found = await self.sessions.read(cookie) if cookie else None
        if found is None:
            return None, False
        guest, _, session = found[0].partition(".")
        if not session:
            self._known.pop(
                guest, None
            )  # from before there were sessions: only the row says who is still here
            return await self._guest(guest), True
        if not await self._is_open(session, guest):
            return None, False
        return await self._guest(guest), found[1]

    # --- sessions --------------------------------------------------------------------------------

    async def cookie_for(self, guest: GuestRow, old: str | None, device: str) -> str:
        """A fresh cookie: of the session that the old one had, or of a new one."""
        now, session = self._time.now(), await self.session_of(old, guest)
        if session is None:
            session = new_id()
            row = SessionRow(session, guest.id, now, now, plain_text(device)[:80])
            await sessions.add(self._store, row, now - self._session_days * DAY_MS)
        else:
            await sessions.see(self._store, session, now)
        return self.sessions.sign(f"{guest.id}.{session}")

    async def session_of(self, cookie: str | None, guest: GuestRow) -> str | None:
        """The session of this guest's cookie."""
        found = await self.sessions.read(cookie) if cookie else None
        owner, _, session = (found[0] if found else "").partition(".")
        return session if session and owner == guest.id else None

    async def _is_open(self, session: str, guest: str) -> bool:
        """Looked up every few seconds: a session may have been ended on another process."""
        now = self._time.now()
        if now - self._open.get(session, -CHECK_MS) < CHECK_MS:
            return True
        if not await sessions.is_open(self._store, session, guest):
            return False
        self._known.pop(guest, None)  # they may have another name there, and a password
        self._open[session] = now
        if len(self._open) > KNOWN:
            self._open.popitem(last=False)
        return True

    def forget_session(self, session: str) -> None:
        """A session that counted a moment ago has ended."""
        self._open.pop(session, None)

    async def sessions_of(self, guest: GuestRow) -> list[SessionRow]:
        return await sessions.of_guest(self._store, guest.id)

    async def by_token(self, token: str) -> GuestRow:
        guest = await self._store.guest_with_token(_digest(token))
        if guest is None:
            raise WhoAreYou("This token is not known here.")
        return guest

    async def _guest(self, guest: str) -> GuestRow | None:
        if guest in self._known:
            self._known.move_to_end(guest)
            return self._known[guest]
        found = await self._store.guest(guest)
        return None if found is None else self._remember(found)

    def _remember(self, guest: GuestRow) -> GuestRow:
        self._known[guest.id] = guest
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)
        return guest

    async def _again(self, guest: str) -> GuestRow:
        self._known.pop(guest, None)
        found = await self._guest(guest)
        if found is None:
            raise NotFound("There is no such guest.")
        return found

    # --- names -----------------------------------------------------------------------------------

    async def rename(self, guest: GuestRow, name: str) -> GuestRow:
        """Another name to be shown; a claimed name stays as it is."""
        if guest.name_key is not None and name_key(name) != guest.name_key:
            raise BadRequest("You have claimed your name: it stays yours as it is.")
        if not (shown := plain_name(name)):
            raise BadRequest(UNREADABLE)
        await self.check_free(guest, name)
        await self._store.set_guest(guest.id, name=shown)
        return await self._again(guest.id)

    async def check_free(self, guest: GuestRow, name: str) -> None:
        """Nobody shows a name that somebody else has claimed, or one that looks like it."""
        if guest.is_bot:
            raise BadRequest(KEEPS_NAME)
        kept = await self._store.guest_named(name_key(name))
        if kept is not None and kept.id != guest.id:
            raise Occupied("That name is kept by somebody else.")

    async def presentable(self, guest: GuestRow) -> GuestRow:
        """The guest, under another name if somebody has claimed theirs since they took it."""
        if await self._may_show(guest) or await self._may_show(guest := await self._again(guest.id)):
            return guest
        await self._store.set_guest(guest.id, name=new_name())
        return await self._again(guest.id)

    async def _may_show(self, guest: GuestRow) -> bool:
        if guest.name_key is not None or guest.is_bot:
            return True
        return await self._store.guest_named(name_key(guest.name)) is None

    async def claim(self, guest: GuestRow, name: str, password: str) -> GuestRow:
        """Keeps a name with a password."""
        if guest.is_bot:
            raise BadRequest(KEEPS_NAME)
        if not (shown := plain_name(name)):
            raise BadRequest(UNREADABLE)
        if guest.password is not None:
            await self._check(guest, password)
        hashed = await self._hash(password)
        try:
            await self._store.set_guest(guest.id, name=shown, name_key=name_key(name), password=hashed)
        except Taken as error:
            raise Occupied("That name is kept by somebody else.") from error
        return await self._again(guest.id)

    async def enter(self, name: str, password: str) -> GuestRow:
        """The guest who claimed this name; the same answer for a wrong name and a wrong password."""
        found = await self._store.guest_named(name_key(name))
        if found is None or found.password is None:
            await self._hash(password)  # takes as long as a known name would
            raise WhoAreYou(_WRONG)
        await self._check(found, password)
        return self._remember(found)

    async def _check(self, guest: GuestRow, password: str) -> None:
        assert guest.password is not None
        async with self._hashing:
            fits = await asyncio.to_thread(self._verify, guest.password, password)
        if not fits:
            raise WhoAreYou(_WRONG)

    async def check_leaving(self, guest: GuestRow, name: str, password: str | None) -> None:
        """Whoever deletes everything must mean it, and be the one who claimed the name."""
        if plain_name(name) != guest.name:
            raise BadRequest("That is not your name: nothing was deleted.")
        if guest.password is not None:
            await self._check(guest, password or "")

    def forget(self, guest: GuestRow) -> None:
        """There is no such guest any more."""
        self._known.pop(guest.id, None)
        self._open.clear()  # sessions are looked up again

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    # --- bot accounts ----------------------------------------------------------------------------

    async def new_bot(self, owner: GuestRow, name: str) -> tuple[GuestRow, str]:
        """A bot account and its token; only a digest of the token is kept."""
        if owner.password is None or owner.is_bot:
            raise NotYours("Claim your name first: a bot account needs an owner who can come back.")
        if len(await self._store.bots_of(owner.id)) >= BOTS_EACH:
            raise BadRequest("{n} bot accounts are enough for one person.", n=BOTS_EACH)
        token = f"ludo_{secrets.token_urlsafe(32)}"
        if not (told := plain_name(name)):
            raise BadRequest(UNREADABLE)
        shown = f"{told[:18]} (bot)"
        await self.check_free(owner, shown)
        bot = GuestRow(new_id(), shown, self._time.now(), token=_digest(token), owner=owner.id)
        await self._store.add_guest(bot)
        return bot, token

    async def bots(self, owner: GuestRow) -> list[GuestRow]:
        return await self._store.bots_of(owner.id)

    async def dismiss(self, owner: GuestRow, bot: str) -> None:
        """The token of a bot account stops working."""
        if bot not in {row.id for row in await self._store.bots_of(owner.id)}:
            raise NotFound("You have no such bot account.")
        await self._store.set_guest(bot, token=None)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
