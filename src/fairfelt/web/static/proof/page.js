// The proof page: takes a file or the award of the address, verifies it here, and says in plain words what it shows.
import { byId, capital, fieldById, make } from "../dom.js";
import { moneyIn } from "../floor/money.js";
import { canVerify, NotProved, readKey, readProof, verify } from "./verify.js";

const AWARD = "award posted/1";
const asked = new URLSearchParams(location.search);
let proofText = "";
let expected = asked.get("event") ?? "";

function moment(date, timeZone) {
  return date.toLocaleString("en-US", { dateStyle: "medium", timeStyle: "long", timeZone });
}

/** By the clock here and, where that is another, by universal time. */
function timeRows(at) {
  const [here, utc] = [moment(at), moment(at, "UTC")];
  return here === utc ? [["Time", utc]] : [["Time", here], ["Time, UTC", utc]];
}

function rows(pairs) {
  return make("dl", {}, ...pairs.map(([name, words]) => make("div", {}, make("dt", {}, name), make("dd", {}, words))));
}

function awardRows({ at_micros }, award) {
  const at = new Date(Number(at_micros) / 1000);
  return [
    ["Award", String(award.number)],
    ["Amount", `${moneyIn(award.currency).money(award.amount_micros)} (${award.currency})`],
    ["Jackpot", award.level ? `${award.jackpot}, level ${award.level}` : award.jackpot],
    ["Hand", capital(award.hand)],
    ...timeRows(at),
    ["Location", award.location],
    ["Game", capital(award.game.replaceAll("-", " "))],
    ["Paytable", award.paytable],
  ];
}

function plainRows({ at_micros, body }) {
  const fields = Object.entries(body).map(([name, value]) => [capital(name.replaceAll("_", " ")), String(value)]);
  return [...fields, ...timeRows(new Date(Number(at_micros) / 1000))];
}

/** @param {import("./verify.js").Proved} proved */
function signatureWords(proved) {
  if (proved.signed === "yes") return `Signed by the room with the key ${proved.key?.id}.`;
  if (proved.signed === "unsupported") {
    return "This browser cannot check Ed25519 signatures, so the signature was not checked here. Use a newer browser or the program “fairfelt proof verify”.";
  }
  return "No key was entered, so the signature was not checked. Anyone could have made this file.";
}

/** @param {import("./verify.js").Proved} proved */
function show(proved) {
  const { event, signed } = proved;
  const award = event.body?.kind === AWARD ? event.body : null;
  const name = award ? `Award ${award.number}` : `Event ${event.number}`;
  const whole = signed === "yes";
  const heading = whole ? `✓ ${name} is on the room’s log` : `! ${name}: the hashes match, the signature was not checked`;
  const cosigned = proved.cosignatures.map(({ name: who, at }) =>
    make("li", {}, `${who}, ${moment(at, "UTC")}. Not checked here: this page does not know its key.`),
  );
  byId("result").replaceChildren(
    make("div", { class: `verdict ${whole ? "proved" : "open"}` }, make("h2", {}, heading), make("p", {}, signatureWords(proved))),
    rows(award ? awardRows(event, award) : plainRows(event)),
    make("h3", {}, "What this proves"),
    make("p", {}, `The room signed a log of ${proved.size.toLocaleString("en-US")} events. This is event ${event.number.toLocaleString("en-US")} of it, exactly as shown.`),
    ...(expected ? [make("p", {}, "✓ It is the same event as on the printed jackpot slip.")] : []),
    ...(cosigned.length ? [make("p", {}, "Witnesses who also signed that log:"), make("ul", {}, ...cosigned)] : []),
    make("h3", {}, "What it does not show"),
    make("p", {}, "Who won, who else was at the table, or who confirmed the award. It is not a receipt: the jackpot slip shows how the award was paid."),
    rows([
      ["Log", proved.origin],
      ["Event hash", proved.hash],
    ]),
  );
  announce(heading);
}

function refuse(sentence) {
  byId("result").replaceChildren(
    make("div", { class: "verdict wrong" }, make("h2", {}, "✗ Not proved"), make("p", {}, sentence)),
  );
  announce(`Not proved. ${sentence}`);
}

function announce(words) {
  byId("news").textContent = words;
}

async function check() {
  if (!proofText) return;
  try {
    const typed = fieldById("key").value.trim();
    const proved = await verify(readProof(proofText), typed ? await readKey(typed) : null);
    if (expected && proved.hash !== expected) {
      throw new NotProved("This is not the event on the printed jackpot slip: its hash is another. Keep the slip and tell your regulator.");
    }
    show(proved);
  } catch (error) {
    if (!(error instanceof NotProved)) throw error;
    refuse(error.message);
  }
}

async function take(text) {
  proofText = text;
  await check();
}

/** @param {File | undefined} file */
async function takeFile(file) {
  if (!file) return;
  expected = "";
  await take(await file.text());
}

async function takeAward(number) {
  byId("result").replaceChildren(make("p", { role: "status" }, `Getting the proof of award ${number} from the room…`));
  let answer;
  try {
    answer = await fetch(`/api/wins/${encodeURIComponent(number)}/proof`);
  } catch {
    return refuse("The room does not answer. Try again, or choose a proof file.");
  }
  if (answer.ok) return take(await answer.text());
  const said = await answer.json().catch(() => ({}));
  refuse(said.detail ?? `The room has no proof of award ${number}.`);
}

function begin() {
  const drop = byId("drop");
  fieldById("file").addEventListener("change", ({ target }) => takeFile(/** @type {HTMLInputElement} */ (target).files?.[0]));
  fieldById("key").addEventListener("change", check);
  for (const name of ["dragenter", "dragover"]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    takeFile(/** @type {DragEvent} */ (event).dataTransfer?.files[0]);
  });
  const award = asked.get("award");
  if (award) takeAward(award);
}

if (canVerify()) {
  begin();
} else {
  byId("drop").hidden = true;
  refuse("This browser checks proofs only on a secure page (https). Open this page with https, or use the program “fairfelt proof verify”.");
}
