"""The log over HTTP: what anybody may read, what an auditor's console may, and what witnesses hand in."""

from __future__ import annotations

from base64 import b64decode

import pytest
from httpx2 import Response

from fairfelt.ledger.chain import leaf_of, read_line
from fairfelt.ledger.transparency import (
    Checkpoint,
    KeyType,
    NotProved,
    SignedCheckpoint,
    SignerKey,
    check_consistency,
    check_inclusion,
    cosign,
    hash_leaf,
    new_signer_key,
    origin_of,
    read_proof,
    read_signed_checkpoint,
    read_verifier_key,
)
from fairfelt.ledger.transparency.checkpoint import sign_checkpoint
from fairfelt.server.publishing import AHEAD_S, MOST_UNLISTED, Cosignatures
from tests.ledger.desk import grown
from tests.web.api.calling import House, bets, problem

NOW_S = 1_800_000_000
WITNESS = new_signer_key("lab.example/1", KeyType.COSIGNATURE)


def hashes(answer: Response) -> list[bytes]:
    assert answer.status_code == 200, answer.text
    return [b64decode(line) for line in answer.text.splitlines()]


def win(house: House) -> None:
    keypad = house.keypad("T1", "dan", "eve")
    keypad.press("start", bets=bets(1, 2))
    keypad.press("hand", seat=1, hand="full house")
    keypad.press("confirm")
    keypad.press("end")


def checkpoint(house: House) -> SignedCheckpoint:
    answer = house.nobody().get("/api/log/checkpoint")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=1"
    signed = read_signed_checkpoint(answer.text)
    signed.check_log([read_verifier_key(house.controller.floor.checkpoint_key)])
    return signed


def test_anybody_follows_the_log_by_hashes(house: House) -> None:
    old = checkpoint(house).checkpoint
    house.console("eve").do("/api/floor/closing", reason="a drill")
    new = checkpoint(house).checkpoint
    assert new.size > old.size
    answer = house.nobody().get("/api/log/consistency", old=old.size, new=new.size)
    assert answer.headers["cache-control"] == "public, max-age=3600"
    check_consistency(old.size, old.root, new.size, new.root, hashes(answer))
    path = hashes(house.nobody().get("/api/log/inclusion", number=3, size=new.size))
    [entry] = house.controller.ledger.entries(after=2, limit=1)
    check_inclusion(leaf_of(entry.hash), 2, new.size, path, new.root)
    for wrong in ({"old": 5, "new": 3}, {"old": 1, "new": 10**6}):
        assert "cannot be proved" in problem(house.nobody().get("/api/log/consistency", **wrong), 404)["detail"]
    problem(house.nobody().get("/api/log/inclusion", number=0, size=new.size), 404)


def test_programs_that_know_nothing_of_this_room_read_its_log_in_tiles(house: House) -> None:
    """C2SP `tlog-tiles`. Hashes of events would let guesses of any event be tried: they are an auditor's."""
    nobody, now = house.nobody(), checkpoint(house).checkpoint
    assert read_signed_checkpoint(nobody.get("/checkpoint").text).checkpoint == now
    place = f"000.p/{now.size}"
    tile = nobody.get(f"/tile/0/{place}")
    assert tile.headers["content-type"] == "application/octet-stream"
    assert tile.headers["cache-control"] == "public, max-age=3600"
    leaves = [tile.content[at : at + 32] for at in range(0, len(tile.content), 32)]
    assert grown(leaves).root == now.root
    problem(nobody.get(f"/tile/entries/{place}"), 401)
    problem(house.keypad().get(f"/tile/entries/{place}"), 403)
    bundle = house.at("auditor 1").get(f"/tile/entries/{place}").content
    assert [hash_leaf(bundle[at + 2 : at + 34]) for at in range(0, len(bundle), 34)] == leaves
    for wrong in (
        f"0/000.p/{now.size + 9}",
        "0/000",
        "64/000",
        "00/000",
        "1/000.p/1",
        "0/0",
        "entry/000",
        "0/x000/001",
    ):
        assert nobody.get(f"/tile/{wrong}").status_code == 404, wrong


def test_only_an_auditor_reads_events(house: House) -> None:
    answer = house.at("auditor 1").get("/api/log/events", after=1, limit=3)
    assert answer.headers["cache-control"] == "no-store"
    entries = [read_line(line)[0] for line in answer.content.splitlines()]
    assert entries == house.controller.ledger.entries(after=1, limit=3)
    auditor = house.at("auditor 1")
    last = house.controller.head.number
    assert auditor.get("/api/log/events", after=last).text == ""
    assert problem(auditor.get("/api/log/events", after=last + 1), 409)["detail"].startswith(
        f"The log ends with event {last}, before {last + 1}: "
    )
    for name, wrong, right in (("after", -1, "from 0 on"), ("limit", 0, "from 1 to 1,000")):
        assert right in problem(auditor.get("/api/log/events", **{name: wrong}), 400)["detail"]
    problem(house.nobody().get("/api/log/events"), 401)
    problem(house.keypad().get("/api/log/events"), 403)
    problem(house.console("ray").get("/api/log/events"), 403)
    problem(house.at("auditor 1").get("/api/floor"), 403)


def test_the_proof_of_an_award_is_for_everybody_and_names_nobody(house: House) -> None:
    problem(house.nobody().get("/api/wins/1/proof"), 404)
    win(house)
    answer = house.nobody().get("/api/wins/1/proof")
    assert answer.headers["content-disposition"] == 'attachment; filename="award-1.tlog-proof"'
    proof = read_proof(answer.text)
    proof.check([read_verifier_key(house.controller.floor.checkpoint_key)])
    assert b'"kind":"award posted/1"' in proof.line
    assert b'"by":[]' in proof.line
    assert b"card eve" not in proof.line
    assert "no award 2" in problem(house.nobody().get("/api/wins/2/proof"), 404)["detail"]


def hand_in(house: House, signed: SignedCheckpoint, key: SignerKey = WITNESS, at_s: int = NOW_S) -> Response:
    house.wall.at_micros = NOW_S * 1_000_000
    written = cosign(signed, key, at_s).note.written if key.type is KeyType.COSIGNATURE else signed.note.written
    return house.nobody().post("/api/log/cosignatures", {"checkpoint": written, "witness": key.verifier.text})


def test_a_cosignature_is_kept_and_stands_on_proofs(house: House) -> None:
    win(house)
    signed = checkpoint(house)
    answer = hand_in(house, signed)
    assert answer.json() == {
        "witness": "lab.example/1", "events": signed.checkpoint.size, "at_seconds": NOW_S, "listed": False,
    }  # fmt: skip
    other = new_signer_key("rival.example", KeyType.COSIGNATURE)
    assert hand_in(house, signed, other).status_code == 200
    house.console("eve").do("/api/floor/closing", reason="a drill")
    proof = read_proof(house.nobody().get("/api/wins/1/proof").text)
    assert proof.signed.checkpoint == signed.checkpoint
    key = read_verifier_key(house.controller.floor.checkpoint_key)
    _, cosigned = proof.check([key], [WITNESS.verifier, other.verifier])
    assert {by.key.name for by in cosigned} == {"lab.example/1", "rival.example"}
    house.console("eve", "ida").do("/api/floor/opening", why="the drill is over")
    win(house)
    newest = read_proof(house.nobody().get("/api/wins/2/proof").text)
    assert newest.signed.checkpoint.size > signed.checkpoint.size


def test_what_is_no_cosignature_of_this_log_is_refused(house: House) -> None:
    signed, publishing = checkpoint(house), house.controller.publishing
    now = signed.checkpoint
    key = publishing.publisher(house.controller.ledger)._key
    other_root = sign_checkpoint(Checkpoint(now.origin, now.size, b"x" * 32), key)
    too_long = sign_checkpoint(Checkpoint(now.origin, now.size + 1, now.root), key)
    stranger = SignerKey(origin_of("another"), KeyType.LOG, b"x" * 32)
    elsewhere = sign_checkpoint(Checkpoint(stranger.name, 1, now.root), stranger)
    for sentence, answer in (
        ("This room signed another history of", hand_in(house, other_root)),
        (f"The log has no {now.size + 1} events", hand_in(house, too_long)),
        ("The checkpoint is of fairfelt/journal/another", hand_in(house, elsewhere)),
        ("is the key of a log", hand_in(house, signed, stranger)),
        ("seconds ahead", hand_in(house, signed, at_s=NOW_S + AHEAD_S + 1)),
        ("a verifier key is", house.nobody().post("/api/log/cosignatures", {"checkpoint": "", "witness": "x"})),
    ):  # fmt: skip
        assert sentence.lower() in problem(answer, 409)["detail"].lower()
    forged = house.nobody().post(
        "/api/log/cosignatures", {"checkpoint": signed.note.written, "witness": WITNESS.verifier.text}
    )
    assert "is not cosigned by lab.example/1" in problem(forged, 409)["detail"]
    assert list(publishing.cosignatures) == []


def test_somebody_who_hands_in_nonsense_has_to_wait(house: House) -> None:
    answers = [house.nobody().post("/api/log/cosignatures", {"checkpoint": "", "witness": "x"}) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [409] * 10 + [429]


def test_strangers_displace_each_other_and_nobody_who_is_listed(house: House) -> None:
    signed, kept = checkpoint(house), Cosignatures()
    for number in range(MOST_UNLISTED + 4):
        key = new_signer_key(f"w{number}", KeyType.COSIGNATURE)
        kept.take(cosign(signed, key, NOW_S + number), key.verifier, NOW_S + number)
    assert [one.witness.name for one in kept] == [f"w{number}" for number in reversed(range(4, MOST_UNLISTED + 4))]
    choosy = Cosignatures([WITNESS.verifier])
    assert choosy.take(cosign(signed, WITNESS, NOW_S), WITNESS.verifier, NOW_S).listed
    key = new_signer_key("lab.example/1", KeyType.COSIGNATURE)
    with pytest.raises(NotProved, match="is not on this room's list"):
        choosy.take(cosign(signed, key, NOW_S), key.verifier, NOW_S)
    older = choosy.take(cosign(signed, WITNESS, NOW_S - 60), WITNESS.verifier, NOW_S)
    assert older.at_seconds == NOW_S - 60
    assert [one.at_seconds for one in choosy] == [NOW_S]


def test_the_first_key_has_no_follower(house: House) -> None:
    key = read_verifier_key(house.controller.floor.checkpoint_key)
    assert "no other follows it" in problem(house.nobody().get("/api/log/handover", key=key.id.hex()), 404)["detail"]
    assert "no key of this log" in problem(house.nobody().get("/api/log/handover", key="0" * 8), 404)["detail"].lower()
    problem(house.nobody().get("/api/log/handover", key="zz"), 400)
