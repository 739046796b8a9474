// Who stands at the keypad: the dealer, signed in for as long as they deal, and whoever puts in a card for one press.
import { _ } from "../../words.js";

// The dealer's session outlives a reload of this tab; a card's lives in the memory of the page, no longer than needed.

/** @import { Behind, PressResult, Session } from "../../types.js" */

export const EARLIER_CLAIM = "earlier_claim";
const OWN_CLAIM = "own_claim";
const SECOND = _("Second person: supervisor or executive card and PIN required.");
export const DEALER_WILL_DO = _("Second person: dealer, supervisor or executive card and PIN required.");
const AN_EXECUTIVE = _("Executive card and PIN required.");

/**
 * @param {ReturnType<typeof import("../room.js").connectRoom>} room
 * @param {ReturnType<typeof import("./sign_in.js").signInDialog>} dialog
 */
export function peopleAt(device, room, dialog, changed) {
  const place = `fairfelt dealer: ${device}`;
  /** @type {Session | null} */
  let dealer = JSON.parse(sessionStorage.getItem(place) ?? "null");
  /** @type {Session | null} */
  let holder = null; // whose card is in

  function keep(session) {
    dealer = session;
    if (dealer) sessionStorage.setItem(place, JSON.stringify(dealer));
    else sessionStorage.removeItem(place);
    changed();
  }

  function hold(session) {
    holder = session;
    changed();
  }

  async function signOut() {
    const token = dealer?.token;
    keep(null);
    if (token) await room.remove("/api/sessions", token);
  }

  async function takeCardOut() {
    const token = holder?.token;
    hold(null);
    if (token) await room.remove("/api/sessions", token);
  }

  // Whether a dealer has signed in; the sentence says why one is asked to.
  async function signIn(sentence = "") {
    await signOut();
    const why = _("Dealer or supervisor card and PIN required.");
    const session = await dialog.ask({ title: _("Dealer sign-in"), why, button: _("Sign in"), sentence });
    if (!session) return false;
    keep(session);
    if (!holder) dialog.hide();
    return true;
  }

  // Who is on record with a press. A session that has ended is renewed: of a card just put in it cannot be the card's.
  /** @param {Session | null} card @param {Session | null} second @returns {Behind} */
  const behind = (card = null, fresh = true, second = null) => ({
    card: Boolean(card),
    tokens: () => [dealer, card, second].flatMap((session) => session?.token ?? []).join(", "),
    renew: async (sentence) => (card && (!fresh || !dealer) ? false : signIn(sentence)),
  });

  // Does something with a card: the one that is in, or one that is put in for it. Gives what came of it; nothing if it
  // was cancelled. A card that will not do is said so, and another one asked for. Where it takes two people, the second
  // puts a card in after the first; that one is for this press alone. For a pay, one of the two is an executive's.
  /** @param {(behind: Behind) => Promise<PressResult>} act @returns {Promise<PressResult | null>} */
  async function withCard(title, why, act, { two = false, pays = false, second = SECOND } = {}) {
    async function done(session, fresh) {
      if (two) return withSecond(session, fresh, pays && session.role !== "executive" ? AN_EXECUTIVE : second);
      const result = await act(behind(session, fresh));
      // Nobody confirms alone what they have entered: the room says who will do beside them.
      return result.code === OWN_CLAIM ? withSecond(session, fresh, result.sentence ?? SECOND) : result;
    }

    async function withSecond(session, fresh, whySecond) {
      const second = await dialog.ask({ title, why: whySecond, button: "Confirm" });
      if (!second) return null;
      two = true;
      const result = await act(behind(session, fresh, second));
      await room.remove("/api/sessions", second.token);
      return result;
    }

    if (holder) {
      const result = await done(holder, false);
      if (result && two) dialog.hide();
      if (result?.status !== 401) return result;
      hold(null);
    }
    for (let sentence = ""; ; ) {
      const session = await dialog.ask({ title, why, button: "Confirm", sentence });
      if (!session) return null;
      hold(session);
      const result = await done(session, true);
      if (!result) {
        await takeCardOut();
        return null;
      }
      const isOpen = dialog.isOpen;
      if (result.state || result.code === EARLIER_CLAIM || !isOpen) {
        if (isOpen) dialog.hide();
        return result;
      }
      await takeCardOut();
      sentence = result.sentence ?? "";
    }
  }

  return {
    behind,
    signIn,
    signOut,
    takeCardOut,
    withCard,
    get dealer() {
      return dealer;
    },
    get holder() {
      return holder;
    },
  };
}
