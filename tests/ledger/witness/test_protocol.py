"""C2SP `tlog-witness` and `tlog-policy`: what a witness answers, what a log makes of it, whose cosignatures suffice."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest

from fairfelt.ledger.transparency import (
    Checkpoint,
    KeyType,
    NotProved,
    SignedCheckpoint,
    SignerKey,
    VerifierKey,
    consistency_path,
    fold,
    hash_leaf,
    read_policy,
    read_signed_checkpoint,
    sign_checkpoint,
)
from fairfelt.ledger.witness.protocol import LogWitness, Refusal, WitnessLine, read_request, write_request
from fairfelt.runtime.http_client import HttpAnswer, HttpClient, NoAnswer
from fairfelt.server.publishing import Publisher
from tests.ledger.bank import moves
from tests.ledger.desk import grown, opened
from tests.ledger.witness.served import KEY

LOG = SignerKey("example.com/behind-the-sofa", KeyType.LOG, b"l" * 32)
OWN = SignerKey("witness.example/w1", KeyType.COSIGNATURE, b"w" * 32)
LEAVES = [hash_leaf(bytes([n])) for n in range(9)]
EMPTY = Checkpoint(LOG.name, 0, grown([]).root)
# The example of the specification: its keys are not given, so that only its form can be read.
REQUEST = """old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— NAME Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— NAME opLqBQsREYCgu6xQkYQwJr9fo45a62DN9EdmHXnZdXNqlcVGlCum2Wks+49/V6267UEjw6QUXTS5Rovnzv++qbSzm9Q=
""".replace("NAME", "example.com/behind-the-sofa")


def path(old: int, new: int) -> tuple[bytes, ...]:
    return consistency_path(old, new, lambda level, at: fold(b"".join(LEAVES[at << level : (at + 1) << level])))


def signed(size: int, key: SignerKey = LOG) -> SignedCheckpoint:
    return sign_checkpoint(Checkpoint(key.name, size, grown(LEAVES[:size]).root), key)


def request(old: int, new: int, key: SignerKey = LOG) -> bytes:
    return write_request(old, path(old, new) if 0 < old < new else (), signed(new, key))


def test_the_example_of_the_specification_is_read_and_written_alike() -> None:
    old, hashes, checkpoint = read_request(REQUEST.encode())
    assert (old, len(hashes), checkpoint.checkpoint.size) == (20852014, 4, 20852163)
    assert write_request(old, hashes, checkpoint).decode() == REQUEST


@pytest.fixture
def witness(tmp_path: Path) -> LogWitness:
    """One that has cosigned five entries."""
    found = LogWitness(tmp_path, [OWN], [LOG.verifier], clock=lambda: 1_700_000_000)
    line = found.take(request(0, 5))
    assert isinstance(line, str)
    cosigned = read_signed_checkpoint(signed(5).note.written + line)
    assert [by.at_seconds for by in cosigned.cosigned_by([OWN.verifier])] == [1_700_000_000]
    return found


FORKED = sign_checkpoint(Checkpoint(LOG.name, 5, b"f" * 32), LOG)
OTHER = SignerKey("example.com/other", KeyType.LOG, b"o" * 32)
FORGED = SignerKey(LOG.name, KeyType.LOG, b"f" * 32)
TOO_MANY = write_request(5, [b"x" * 32] * 64, signed(9))


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        (request(5, 9), 200, "witness.example/w1"),
        (request(5, 5), 200, "witness.example/w1"),
        (request(0, 9), 409, "5\n"),
        (request(4, 9), 409, "5\n"),
        (write_request(5, (), FORKED), 422, "two different trees of 5"),
        (write_request(5, path(4, 9), signed(9)), 422, "path"),
        (write_request(9, (), signed(5)), 400, "more than the 5"),
        (request(0, 5, OTHER), 404, "is not known here"),
        (request(5, 9, FORGED), 403, "not signed with the key"),
        (request(5, 9).replace(b"old 5", b"old 05"), 400, "begins with old SIZE"),
        (b"nonsense", 400, "old SIZE"),
        (b"\xff", 400, "old SIZE"),
        (TOO_MANY, 400, "at most 63"),
    ],
)
def test_what_a_witness_answers(witness: LogWitness, body: bytes, status: int, says: str) -> None:
    found = witness.take(body)
    assert says in (found.says if isinstance(found, Refusal) else found)
    assert (found.status if isinstance(found, Refusal) else 200) == status
    last = witness.last(LOG.name)
    assert last
    assert last.checkpoint.size == (9 if status == 200 and body == request(5, 9) else 5), "a refusal changes nothing"


@pytest.mark.parametrize(("body", "status"), [
    (write_request(0, (), sign_checkpoint(EMPTY, LOG)), 200),
    (write_request(0, (), sign_checkpoint(Checkpoint(LOG.name, 0, b"x" * 32), LOG)), 422),
    (write_request(0, path(4, 9), signed(9)), 422),
    (request(4, 9), 409),
])  # fmt: skip
def test_the_first_that_a_witness_sees_of_a_log(tmp_path: Path, body: bytes, status: int) -> None:
    found = LogWitness(tmp_path, [OWN], [LOG.verifier]).take(body)
    assert (found.status if isinstance(found, Refusal) else 200) == status


def test_a_journal_is_pushed_to_a_witness_that_knows_more_of_it_than_the_server(tmp_path: Path) -> None:
    witness = LogWitness(tmp_path, [OWN], [KEY.verifier])
    server = witness.serve("127.0.0.1", 0)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    with opened(str(tmp_path / "j.db")) as ledger:
        publisher = Publisher(ledger, KEY)
        for device in ("k", "j"):
            for command in moves(device, 5):
                ledger.submit(command).result()
            line = WitnessLine(OWN.verifier, url)  # as after a start: it does not know how far the witness is
            for _ in range(2):
                cosigned = line.push(publisher.signed(ledger.committed.tree), ledger.consistency)
                assert [by.key for by in cosigned.cosigned_by([OWN.verifier])] == [OWN.verifier]
        fork = sign_checkpoint(Checkpoint(KEY.name, 10, b"f" * 32), KEY)
        with pytest.raises(NotProved, match="answers 422"):
            line.push(fork, ledger.consistency)
    last = witness.last(KEY.name)
    assert last
    assert last.checkpoint.size == 10
    server.shutdown()
    server.server_close()
    with pytest.raises(NotProved, match="does not answer"):
        line.push(cosigned, lambda old, new: ())


W = [SignerKey(f"w{n}.example/", KeyType.COSIGNATURE, bytes([n]) * 32).verifier for n in range(6)]
KEYS = "".join(f"witness {'XY'[n // 3]}{n % 3 + 1} {key.text}\n" for n, key in enumerate(W))
EXAMPLE = f"""# the example of the specification
log {LOG.verifier.text}
{KEYS}
group X-witnesses 2 X1 X2 X3
group\tY-witnesses any Y1 Y2 Y3

  group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
"""


@pytest.mark.parametrize(
    ("cosigned", "suffices"),
    [((0, 1, 3), True), ((0, 2, 5), True), ((0, 1), False), ((0, 3, 4, 5), False), ((), False), (range(6), True)],
)
def test_the_quorum_of_the_specification(cosigned: tuple[int, ...], *, suffices: bool) -> None:
    policy = read_policy(EXAMPLE)
    assert list(policy.logs) == [LOG.verifier]
    assert policy.suffices([W[n] for n in cosigned]) is suffices


def test_no_quorum_asks_nobody_and_addresses_are_kept() -> None:
    policy = read_policy(f"witness one {W[0].text} https://one.example\nquorum none")
    assert policy.suffices([])
    assert policy.witnesses == {W[0]: "https://one.example"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "has no quorum line"),
        ("quorum X1", "line 1 of the policy"),
        ("quorum none\nquorum none", "line 2 of the policy"),
        (f"log {W[0].text}\nquorum none", "is not that of a log"),
        (f"witness a {LOG.verifier.text}", "is not that of a witness"),
        (
            f"witness a {W[0].text}\nwitness b {W[0].text}",
            "line 2 of the policy: the key of w0.example/ is listed twice",
        ),
        (f"witness a {W[0].text}\nwitness a {W[1].text}", "the name a is taken"),
        (f"witness none {W[0].text}", "the name none is taken"),
        (f"witness a {W[0].text}\ngroup g 2 a", "2 of 1 cannot be"),
        (f"witness a {W[0].text}\ngroup g x a", "no such line is known"),
        (f"witness a {W[0].text}\ngroup g any a a", "is in a group already"),
        (f"witness a {W[0].text}\ngroup g any a\ngroup h any a", "is in a group already"),
        ("group g any none", "none is not defined before"),
        ("nonsense", "no such line is known"),
        ("witness a key", "a verifier key is NAME+ID+KEY"),
    ],
)
def test_a_policy_that_is_wrong_is_refused(text: str, says: str) -> None:
    with pytest.raises(NotProved, match=says.replace("+", r"\+")):
        read_policy(text)


WITNESS_KEYS = [
    [SignerKey(f"w{number}.example/", KeyType(kind), bytes([number, kind]) * 16) for kind in (4, 6)]
    for number in range(3)
]


def test_three_witnesses_cosign_a_month_and_refuse_a_fork_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A day at a time: the log grows, one witness in turn is away, each says where it stands when it is back."""
    now_s = 1_700_000_000
    witnesses = {}
    for number, keys in enumerate(WITNESS_KEYS):
        (tmp_path / str(number)).mkdir()
        witnesses[f"http://w{number}"] = LogWitness(tmp_path / str(number), keys, [KEY.verifier], lambda: now_s)
    away = ""

    def exchange(client: object, method: str, address: str, content: bytes, headers: object) -> HttpAnswer:
        url = address.removesuffix("/add-checkpoint")
        if url == away:
            raise NoAnswer("it is away")
        said = witnesses[url].take(content)
        return (
            HttpAnswer(said.status, said.says.encode()) if isinstance(said, Refusal) else HttpAnswer(200, said.encode())
        )

    monkeypatch.setattr(HttpClient, "exchange", exchange)
    verifiers = [keys[1].verifier for keys in WITNESS_KEYS]
    named = "".join(f"witness w{number} {key.text}\n" for number, key in enumerate(verifiers))
    policy = read_policy(f"log {KEY.verifier.text}\n{named}group two 2 w0 w1 w2\nquorum two\n")
    with opened(str(tmp_path / "room.db")) as ledger:
        publisher = Publisher(ledger, KEY)
        lines = [WitnessLine(key, url) for key, url in zip(verifiers, witnesses, strict=True)]
        for day in range(30):
            now_s, away = now_s + 86_400, f"http://w{day % 4}"
            for command in moves(f"day {day}", 3):
                ledger.submit(command).result()
            there, signers = publisher.signed(ledger.committed.tree), set[VerifierKey]()
            for line, url in zip(lines, witnesses, strict=True):
                if url != away:
                    (by,) = line.push(there, ledger.consistency).cosigned_by([line.key])
                    assert by.at_seconds == now_s
                    signers.add(by.key)
            assert policy.suffices(signers)
        away = ""
        for line in lines:
            line.push(there, ledger.consistency)
    with opened(str(tmp_path / "fork.db")) as fork:  # the same key, the same name, another history
        for command in moves("another history", 120):
            fork.submit(command).result()
        tree = fork.committed.tree
        forked = sign_checkpoint(Checkpoint(KEY.name, tree.size, tree.root), KEY)
        assert tree.size > there.checkpoint.size
        for line, url in zip(lines, witnesses, strict=True):
            with pytest.raises(NotProved, match="answers 422"):
                line.push(forked, fork.consistency)
            last = witnesses[url].last(KEY.name)
            assert last
            assert last.checkpoint == there.checkpoint
