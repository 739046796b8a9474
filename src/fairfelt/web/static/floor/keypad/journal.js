// The keypad's own log: a command is written down under its number before it is sent, and sent until it is answered.
import { _ } from "../../words.js";

// It lies in this browser, so that a press outlives a reload; tabs of one keypad share it.
const REFUSED = "urn:fairfelt:refused";
const SIGN_IN_REQUIRED = "sign_in_required";
const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 4000;
const BETWEEN = _("Not done: something else was pressed at this table in between. Look, and press again.");
const WITHOUT_CARD = _("The last press, which needed a card, did not arrive before the page was reloaded. Press it again.");

/** @import { Behind, PressResult, RoomAnswer } from "../../types.js" */

/** @param {ReturnType<typeof import("../room.js").connectRoom>} room */
export function openJournal(room, device) {
  const place = `fairfelt journal: ${device}`;
  const page = () => ({ next: 0, under: null, paid: [], counted: null, ...JSON.parse(localStorage.getItem(place) ?? "{}") });
  const write = (fields) => localStorage.setItem(place, JSON.stringify({ ...page(), ...fields }));

  // The answers to the confirmations of a round: hands are confirmed one after another.
  const confirmations = () => [page().paid].flat().filter(Boolean);

  /** @param {Behind} behind @returns {Promise<PressResult>} */
  async function send(path, body, behind) {
    if (page().under) return { sentence: _("Another press is still being sent. Wait for its answer.") };
    write({ under: { number: page().next, path, body, card: behind.card } });
    return deliver(behind);
  }

  // A session that has ended is renewed, and the same sent again. Where the house asks for a dealer and none is there,
  // the refusal has used the number up: the press goes out under the next one.
  /** @param {Behind} behind @returns {Promise<PressResult>} */
  async function deliver(behind) {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MOST_WAIT_MS)) {
      const { under } = page();
      if (!under) return { sentence: BETWEEN };
      const answer = await room.post(under.path, { sequence: under.number, ...under.body }, behind.tokens());
      if (answer.away) {
        await new Promise((done) => setTimeout(done, waitMs));
        continue;
      }
      if (answer.status === 401 && (await behind.renew(answer.body.detail))) continue;
      const result = finish(under, answer);
      if (result.code !== SIGN_IN_REQUIRED || !(await behind.renew(result.sentence))) return result;
      write({ under: { ...under, number: page().next } });
    }
  }

  /** @param {{ number: number, path: string, body: any }} command @param {RoomAnswer} answer @returns {PressResult} */
  function finish({ number, path, body: sent }, { status, body, text }) {
    const usedUp = status === 200 || body.type === REFUSED;
    const counted = status === 200 ? countedWith(path, sent, body.state) : page().counted;
    write({ under: null, next: usedUp ? number + 1 : (body.expected ?? number), counted });
    if (status !== 200) return { status, code: body.code, sentence: body.expected ? BETWEEN : body.detail };
    if (body.state.awards.length) write({ paid: [...confirmations().filter((kept) => JSON.parse(kept).state.round === body.state.round), text] });
    return { state: body.state };
  }

  // What this keypad has counted by itself, for the room to compare with its own count.
  // Where sensors read bets, theirs are counted as the room tells them: the table controller counts those by itself.
  function countedWith(path, { bets = [] }, { sensed, bets: told }) {
    const { counted } = page();
    if (!counted || !path.endsWith("/start")) return counted;
    const amounts = sensed.length ? Object.values(told) : bets.map((bet) => bet.amount_micros);
    const micros = amounts.reduce((sum, amount) => sum + amount, 0);
    return { rounds: counted.rounds + 1, wagers: counted.wagers + amounts.length, wagered_micros: counted.wagered_micros + micros };
  }

  // Where nothing was counted yet, no round is named, so that nothing is compared; it goes on from the room's count. An
  // answer that a game has overtaken is left: the next one says the same.
  /** @param {() => number} roundNow */
  async function compareCounts(path, roundNow) {
    const { counted } = page();
    const known = counted ?? { rounds: 0, wagers: 0, wagered_micros: 0 };
    const answer = await room.post(path, { round: counted ? roundNow() : 0, ...known });
    const isStill = JSON.stringify(page().counted) === JSON.stringify(counted);
    if (answer.status !== 200 || !isStill || answer.body.round !== roundNow()) return;
    const { rounds, wagers, wagered_micros } = answer.body;
    write({ counted: { rounds, wagers, wagered_micros } });
  }

  async function readNumber() {
    const answer = await room.get("/api/device");
    if (answer.status === 200) write({ next: answer.body.next_sequence });
    return answer;
  }

  // At the start: which number is next, and what came of a press that this browser had not seen answered.
  /** @param {Behind} behind @returns {Promise<PressResult>} */
  async function open(behind) {
    const { under } = page();
    const answer = await readNumber();
    if (answer.status !== 200) return answer.away ? { away: true } : { sentence: answer.body.detail };
    if (!under) return {};
    if (under.card) {
      write({ under: null });
      return page().next > under.number ? {} : { sentence: WITHOUT_CARD };
    }
    const result = await deliver(behind);
    await readNumber();
    return result;
  }

  return {
    open,
    compareCounts,
    readNumber,
    send,
    confirmations,
  };
}
