// Writes on the keypad what does not depend on the table: notes, the connection, who is signed in.
import { byId, findAll, sentence, write } from "../../dom.js";
import { clock } from "../money.js";
import { _ } from "../../words.js";

/** @import { Session } from "../../types.js" */

export function note(near, words) {
  const element = byId(`${near}-note`);
  element.textContent = sentence(words);
  element.hidden = false;
  element.scrollIntoView({ block: "nearest" });
}

export function clearNotes() {
  for (const element of findAll(document, ".note")) element.hidden = true;
}

/** @param {{ dealer: Session | null, holder: Session | null }} people */
export function drawPeople({ dealer, holder }) {
  const words = (session) => (session ? `${session.name}, ${session.role}` : "");
  write(byId("dealer-name"), words(dealer) || _("No dealer signed in"));
  write(byId("dealer-button"), dealer ? _("Sign out") : _("Sign in"));
  byId("dealer").toggleAttribute("data-signed-in", Boolean(dealer));
  byId("person").hidden = !holder;
  write(byId("person-name"), words(holder));
}

/** @param {import("../../types.js").Outage | null} outage */
export function drawConnection(outage, { current, sending }) {
  document.body.classList.toggle("offline", Boolean(outage));
  for (const element of findAll(document, ".offline[role=alert]")) element.hidden = !outage;
  write(byId("connection"), outage ? _("✗ disconnected") : current ? _("✓ connected") : _("… connecting"));
  if (!outage) return;
  const time = clock(outage.since);
  const since = document.body.dataset.link
    ? _("Progressive out of service: no connection to the room since {time}", { time })
    : _("No connection to the room since {time}", { time });
  write(byId("offline-since"), since);
  write(byId("sign-in-offline"), since);
  const then = sending
    ? _("Your last press is saved and is sent automatically; do not press it again elsewhere.")
    : _("Nothing can be pressed. The keypad continues as soon as the room answers.");
  write(byId("offline-why"), `${sentence(outage.why)} ${then}`);
}
