"""Keys, signed notes, checkpoints, cosignatures and proof files: their text, and every way to damage it."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.ledger.transparency import (
    Checkpoint,
    InclusionProof,
    KeyType,
    Note,
    NotProved,
    SignedCheckpoint,
    cosign,
    fold,
    hash_leaf,
    inclusion_path,
    new_signer_key,
    origin_of,
    read_note,
    read_proof,
    read_signed_checkpoint,
    read_signer_key,
    read_verifier_key,
    sign_checkpoint,
)
from fairfelt.ledger.transparency.note import SignerKey
from tests.ledger.desk import grown

# The example of the package golang.org/x/mod/sumdb/note, which defined the format.
SIGNER = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
VERIFIER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
LINE = "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"

ORIGIN = origin_of("room 5")
LOG = SignerKey(ORIGIN, KeyType.LOG, b"l" * 32)
WITNESS = SignerKey("laboratory.example/w1", KeyType.COSIGNATURE, b"w" * 32)
LINES = [b'{"number":%d}' % number for number in range(1, 6)]
LEAVES = [hash_leaf(sha256(line).digest()) for line in LINES]
TREE = grown(LEAVES)
SIGNED = sign_checkpoint(Checkpoint(ORIGIN, TREE.size, TREE.root), LOG)


def proof_of(index: int, signed: SignedCheckpoint = SIGNED) -> InclusionProof:
    path = inclusion_path(index, 5, lambda level, at: fold(b"".join(LEAVES[at << level : (at + 1) << level])))
    return InclusionProof(LINES[index], index, path, signed)


def test_a_note_of_another_program_is_read_and_written_alike() -> None:
    key, verifier = read_signer_key(SIGNER), read_verifier_key(VERIFIER)
    assert key.verifier == verifier
    assert (key.text, verifier.text) == (SIGNER, VERIFIER)
    note = Note(TEXT).signed(key)
    assert note.written == f"{TEXT}\n{LINE}"
    assert read_note(note.written) == note
    assert [found.key for found in note.signed_by([verifier])] == [verifier]


def test_a_private_key_is_never_shown() -> None:
    key = new_signer_key("a", KeyType.LOG)
    assert read_signer_key(key.text) == key
    assert repr(key.seed) not in repr(key)
    assert "seed" not in repr(key)


@pytest.mark.parametrize("text", ["", "a", "a+b", "a+00000000+AQ==", VERIFIER[:-4], VERIFIER.replace("c74f", "c74e")])
def test_a_damaged_key_is_refused(text: str) -> None:
    for read, given_ in ((read_verifier_key, text), (read_signer_key, f"PRIVATE+KEY+{text}"), (read_signer_key, text)):
        with pytest.raises(NotProved):
            read(given_)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\n", "a\u2003b"])
def test_a_key_needs_a_name(name: str) -> None:
    with pytest.raises(NotProved, match="is no name for a key"):
        new_signer_key(name, KeyType.LOG)


def test_the_name_of_any_journal_makes_an_origin() -> None:
    assert origin_of("room 5+ü") == "fairfelt/journal/room%205%2B%C3%BC"
    new_signer_key(origin_of("a\nb c+d/e"), KeyType.LOG)


def test_a_checkpoint_says_where_the_log_stands() -> None:
    written = SIGNED.note.written
    found = read_signed_checkpoint(written)
    assert found == SIGNED
    assert found.checkpoint == Checkpoint(ORIGIN, 5, TREE.root)
    assert found.check_log([LOG.verifier]).key == LOG.verifier
    assert sign_checkpoint(Checkpoint(ORIGIN, TREE.size, TREE.root), LOG).note.written == written


def test_extension_lines_of_others_are_kept_and_signed() -> None:
    checkpoint = Checkpoint(ORIGIN, 5, TREE.root, ("one", "two"))
    note = Note(checkpoint.text).signed(LOG)
    assert read_signed_checkpoint(note.written).checkpoint == checkpoint


def test_a_cosignature_tells_its_time() -> None:
    cosigned = cosign(SIGNED, WITNESS, 1_700_000_000)
    found = read_signed_checkpoint(cosigned.note.written)
    assert [(by.key, by.at_seconds) for by in found.cosigned_by([WITNESS.verifier])] == [
        (WITNESS.verifier, 1_700_000_000)
    ]
    message = f"cosignature/v1\ntime 1700000000\n{SIGNED.checkpoint.text}".encode()
    assert found.note.signatures[1].data == (1_700_000_000).to_bytes(8, "big") + WITNESS.sign(message)
    assert found.check_log([LOG.verifier, WITNESS.verifier]).key == LOG.verifier
    again = cosign(found, WITNESS, 1_700_000_001)
    assert [by.at_seconds for by in again.cosigned_by([WITNESS.verifier])] == [1_700_000_001]


def test_keys_sign_only_what_is_theirs_to_say() -> None:
    with pytest.raises(NotProved, match="cannot sign for the log"):
        sign_checkpoint(Checkpoint("another", TREE.size, TREE.root), LOG)
    with pytest.raises(NotProved, match="cannot sign for the log"):
        sign_checkpoint(Checkpoint(WITNESS.name, TREE.size, TREE.root), WITNESS)
    with pytest.raises(NotProved, match="it does not cosign"):
        cosign(SIGNED, LOG, 1)


def test_a_checkpoint_without_a_known_signature_is_refused() -> None:
    with pytest.raises(NotProved, match="the keys given are of another"):
        SIGNED.check_log([SignerKey("another", KeyType.LOG, b"l" * 32).verifier])
    with pytest.raises(NotProved, match="is not signed with the key that was given"):
        SIGNED.check_log([SignerKey(ORIGIN, KeyType.LOG, b"x" * 32).verifier])


def test_a_changed_checkpoint_is_refused() -> None:
    changed = read_signed_checkpoint(SIGNED.note.written.replace("\n5\n", "\n6\n"))
    with pytest.raises(NotProved, match="is wrong: it does not belong to this text"):
        changed.check_log([LOG.verifier])
    late = read_signed_checkpoint(cosign(SIGNED, WITNESS, 5).note.written)
    stamp = late.note.signatures[1]
    forged = stamp._replace(data=(6).to_bytes(8, "big") + stamp.data[8:])
    with pytest.raises(NotProved, match=r"laboratory.example/w1 is wrong"):
        Note(late.note.text, (late.note.signatures[0], forged)).signed_by([WITNESS.verifier])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n5\n", "\n05\n"),
        ("\n5\n", "\n-5\n"),
        ("\n5\n", "\n\n"),
        ("\n5\n", "\n5 \n"),
        ("\n\n", "\n"),
        ("— ", "- "),
        (ORIGIN, ""),
        ("=\n\n", "\n\n"),
        ("\n5\n", "\n5\r\n"),
    ],
)
def test_a_damaged_checkpoint_is_refused(old: str, new: str) -> None:
    with pytest.raises(NotProved):
        read_signed_checkpoint(SIGNED.note.written.replace(old, new))


@pytest.mark.parametrize("index", range(5))
def test_a_proof_file_comes_back_and_proves_its_event(index: int) -> None:
    proof = proof_of(index, cosign(SIGNED, WITNESS, 9))
    found = read_proof(proof.text)
    assert found == proof
    signed, cosigned = found.check([LOG.verifier], [WITNESS.verifier])
    assert (signed.key, cosigned[0].at_seconds) == (LOG.verifier, 9)
    assert proof.text.startswith("c2sp.org/tlog-proof@v1\nextra ")


@given(st.data())
def test_any_byte_of_a_proof_counts(data: st.DataObject) -> None:
    text = proof_of(3).text
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.characters(codec="utf-8").filter(lambda character: character != text[at]))
    for damaged in (
        text[:at] + other + text[at + 1 :],
        text[:at],
        text[:at] + text[at + 1 :],
        text[:at] + other + text[at:],
    ):
        if damaged != text:
            with pytest.raises(NotProved):
                read_proof(damaged).check([LOG.verifier])


def test_a_proof_of_another_event_is_refused() -> None:
    proof = proof_of(1)
    lie = InclusionProof(b'{"number":99}', 1, proof.path, SIGNED)
    with pytest.raises(NotProved, match="the event was changed, or it is not on this log"):
        read_proof(lie.text).check([LOG.verifier])


QUANTUM = SignerKey("laboratory.example/w1", KeyType.ML_DSA_COSIGNATURE, b"q" * 32)


def test_a_cosignature_with_ml_dsa_44_stands_beside_one_with_ed25519() -> None:
    both = cosign(cosign(SIGNED, WITNESS, 1_700_000_000), QUANTUM, 1_700_000_001)
    keys = [read_verifier_key(key.verifier.text) for key in (WITNESS, QUANTUM)]
    read = read_signed_checkpoint(both.note.written)
    assert [(by.key.type, by.at_seconds) for by in read.cosigned_by(keys)] == [(4, 1_700_000_000), (6, 1_700_000_001)]
    assert read_signer_key(QUANTUM.text) == QUANTUM
    assert keys[1].id == sha256(b"laboratory.example/w1\n\x06" + keys[1].public).digest()[:4]
    assert len(read.note.signatures[-1].data) == 8 + 2_420


def test_what_ml_dsa_44_signs_is_the_structure_of_the_specification() -> None:
    """`cosigned_message` of C2SP tlog-cosignature, put together by hand from its definition."""
    from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PublicKey

    name, log = b"laboratory.example/w1", ORIGIN.encode()
    message = b"subtree/v1\n\x00" + b"\x15" + name + (1_700_000_001).to_bytes(8, "big") + bytes([len(log)]) + log
    message += (0).to_bytes(8, "big") + (5).to_bytes(8, "big") + TREE.root
    stamped = cosign(SIGNED, QUANTUM, 1_700_000_001).note.signatures[-1].data
    assert stamped[:8] == (1_700_000_001).to_bytes(8, "big")
    MLDSA44PublicKey.from_public_bytes(QUANTUM.verifier.public).verify(stamped[8:], message)


def test_a_wrong_ml_dsa_44_cosignature_is_refused() -> None:
    signed = cosign(SIGNED, QUANTUM, 1_700_000_001)
    other = Checkpoint(ORIGIN, TREE.size, b"o" * 32)
    moved = SignedCheckpoint(other, Note(other.text, signed.note.signatures))
    for found in (moved, cosign(SIGNED, SignerKey(QUANTUM.name, QUANTUM.type, b"x" * 32), 1)):
        renamed = Note(
            found.note.text, tuple(one._replace(key_id=QUANTUM.verifier.id) for one in found.note.signatures)
        )
        with pytest.raises(NotProved, match="does not belong to this text"):
            SignedCheckpoint(found.checkpoint, renamed).cosigned_by([QUANTUM.verifier])
    with pytest.raises(NotProved, match="only a checkpoint"):
        Note("no checkpoint\n").signed(QUANTUM, 1)
    with pytest.raises(NotProved, match="damaged"):
        read_verifier_key(WITNESS.verifier.text.replace(WITNESS.verifier.text[-44:], "BgAA"))


def test_the_example_of_the_specification_has_the_form_that_is_read_here() -> None:
    """The checkpoint with a cosignature in C2SP tlog-cosignature; its keys are not published."""
    text = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    log = "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8="
    seen = "jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA=="
    written = f"{text}— example.com/behind-the-sofa {log}\n— witness.example.com/w1 {seen}\n"
    read = read_signed_checkpoint(written)
    assert read.note.written == written
    assert (read.checkpoint.size, len(read.note.signatures[0].data)) == (20_852_163, 64)
    assert int.from_bytes(read.note.signatures[1].data[:8], "big") == 1_679_315_147
