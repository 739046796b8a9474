// Verifies a proof (C2SP tlog-proof) in this browser: one event, its path through the Merkle tree, a signed checkpoint.
// Nothing here touches the page or the network.
import { parse } from "../floor/money.js";

/**
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 * @typedef {{ name: string, id: Bytes, data: Bytes }} Signature
 * @typedef {{ line: Bytes, index: bigint, path: Bytes[], origin: string, size: bigint, root: Bytes, text: string, signatures: Signature[] }} Proof
 * @typedef {{ name: string, id: string, public: Bytes }} LogKey
 * @typedef {{ name: string, at: Date }} Cosignature
 * @typedef {{ event: any, hash: string, size: bigint, origin: string, signed: "yes" | "unsupported" | "no key", key: LogKey | null, cosignatures: Cosignature[] }} Proved
 */

const FIRST_LINE = "c2sp.org/tlog-proof@v1";
const MOST_CHARACTERS = 1 << 22;
const HASH_BYTES = 32;
const ID_BYTES = 4;
const TIME_BYTES = 8;
const LOG_KEY = 1;
const DASH = "— ";
const encoder = new TextEncoder();

/** Why a proof proves nothing, in one sentence. */
export class NotProved extends Error {}

/** Whether this browser can compute hashes here: it does on secure pages only. */
export const canVerify = () => globalThis.isSecureContext && Boolean(globalThis.crypto?.subtle);

/** @param {string} text @returns {Bytes} */
function fromBase64(text) {
  let decoded;
  try {
    decoded = atob(text);
  } catch {
    throw new NotProved("The file is damaged: a part of it is not base64.");
  }
  if (btoa(decoded) !== text) throw new NotProved("The file is damaged: a part of it is not base64.");
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
}

const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const isSame = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

/** @param {...Bytes} parts */
async function sha256(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
}

/** @param {string} text @returns {Proof} */
export function readProof(text) {
  const damaged = new NotProved("The file is damaged or incomplete: download the proof again.");
  if (text.length > MOST_CHARACTERS || !text.startsWith(`${FIRST_LINE}\n`)) {
    throw new NotProved("This file is not a proof. A proof begins with the line “c2sp.org/tlog-proof@v1”.");
  }
  const parts = text.split("\n\n");
  if (parts.length !== 3 || !parts[2].endsWith("\n")) throw damaged;
  const [, extra = "", index = "", ...path] = parts[0].split("\n");
  const [origin, size, root, ...more] = parts[1].split("\n");
  if (!extra.startsWith("extra ") || !/^index (0|[1-9]\d*)$/.test(index)) throw damaged;
  if (!origin || !/^[1-9]\d*$/.test(size ?? "") || !root || more.length || path.length > 64) throw damaged;
  const hashes = [...path, root].map(fromBase64);
  if (hashes.some((hash) => hash.length !== HASH_BYTES)) throw damaged;
  return {
    line: fromBase64(extra.slice("extra ".length)),
    index: BigInt(index.slice("index ".length)),
    path: hashes.slice(0, -1),
    origin,
    size: BigInt(size),
    root: hashes[hashes.length - 1],
    text: `${parts[1]}\n`,
    signatures: parts[2].slice(0, -1).split("\n").map(readSignature),
  };
}

/** @param {string} line @returns {Signature} */
function readSignature(line) {
  const [name, coded, ...more] = line.slice(DASH.length).split(" ");
  if (!line.startsWith(DASH) || !name || !coded || more.length) {
    throw new NotProved("The file is damaged: a signature cannot be read.");
  }
  const data = fromBase64(coded);
  return { name, id: data.slice(0, ID_BYTES), data: data.slice(ID_BYTES) };
}

/** A room's key from its text: NAME+ID+KEY. @param {string} text @returns {Promise<LogKey>} */
export async function readKey(text) {
  const wrong = new NotProved("This is not the key of a room. It has three parts with plus signs between: NAME+ID+KEY.");
  const parts = text.trim().split("+");
  if (parts.length < 3) throw wrong;
  const [name, id] = parts;
  let bytes;
  try {
    bytes = fromBase64(parts.slice(2).join("+"));
  } catch {
    throw wrong;
  }
  if (bytes.length !== 1 + HASH_BYTES || bytes[0] !== LOG_KEY) throw wrong;
  const right = toHex((await sha256(encoder.encode(`${name}\n`), bytes)).slice(0, ID_BYTES));
  if (right !== id) throw new NotProved("The key of the room is mistyped: its three parts do not belong together.");
  return { name, id, public: bytes.slice(1) };
}

/** The root that the path leads to from the event. @param {Proof} proof */
async function climbed({ line, index, size, path }) {
  if (index >= size) throw new NotProved("The proof is wrong: its event is not on a log of that length.");
  let node = await sha256(Uint8Array.of(0), await sha256(line));
  let at = index;
  let last = size - 1n;
  const left = [...path];
  while (last) {
    if (at & 1n || at < last) {
      const beside = left.shift();
      if (!beside) throw new NotProved("The proof is incomplete: hashes are missing.");
      node = at & 1n ? await sha256(Uint8Array.of(1), beside, node) : await sha256(Uint8Array.of(1), node, beside);
    }
    at >>= 1n;
    last >>= 1n;
  }
  if (left.length) throw new NotProved("The proof is wrong: it has too many hashes.");
  return node;
}

/** @param {Proof} proof @param {LogKey} key @returns {Promise<"yes" | "unsupported">} */
async function checkSignature({ text, origin, signatures }, key) {
  if (key.name !== origin) {
    throw new NotProved("This proof is of another room than the key: enter the key of the room that it is of.");
  }
  const own = signatures.find(({ name, id }) => name === origin && toHex(id) === key.id);
  if (!own) throw new NotProved("The room did not sign this with the key entered. It may have changed its key since.");
  let imported;
  try {
    imported = await crypto.subtle.importKey("raw", key.public, "Ed25519", false, ["verify"]);
  } catch {
    return "unsupported";
  }
  if (await crypto.subtle.verify("Ed25519", imported, own.data, encoder.encode(text))) return "yes";
  throw new NotProved("The signature is wrong: the room did not sign this.");
}

/** All of a proof; NotProved says what is wrong. @param {Proof} proof @param {LogKey | null} key @returns {Promise<Proved>} */
export async function verify(proof, key) {
  if (!isSame(await climbed(proof), proof.root)) {
    throw new NotProved("The event was changed, or it is not on this log: its hashes do not lead to the signed root.");
  }
  const signed = key ? await checkSignature(proof, key) : "no key";
  let event;
  try {
    event = parse(new TextDecoder("utf-8", { fatal: true }).decode(proof.line));
  } catch {
    throw new NotProved("What is proved is not an event of a room.");
  }
  if (BigInt(event?.number ?? 0) !== proof.index + 1n) {
    throw new NotProved("The event stands in the place of another one.");
  }
  const others = proof.signatures.filter(({ name, data }) => name !== proof.origin && data.length > TIME_BYTES);
  const cosignatures = others.map(({ name, data }) => ({ name, at: timeOf(data) }));
  return { event, hash: toHex(await sha256(proof.line)), size: proof.size, origin: proof.origin, signed, key, cosignatures };
}

function timeOf(data) {
  const seconds = new DataView(data.buffer, data.byteOffset, TIME_BYTES).getBigUint64(0);
  return new Date(Number(seconds) * 1000);
}
