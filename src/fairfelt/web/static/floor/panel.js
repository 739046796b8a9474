// Writes on the keypad's face what does not depend on the table: notes, the connection, who is signed in.
export const byId = (id) => document.getElementById(id);

// What is said aloud as well is written only when it has changed.
export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

export function note(near, sentence) {
  const place = byId(`${near}-note`);
  place.textContent = /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

export function clearNotes() {
  for (const place of document.querySelectorAll(".note")) place.hidden = true;
}

export function drawPerson(person) {
  byId("person").hidden = !person;
  if (person) byId("who").textContent = `${person.name}, ${person.role}`;
}

export function drawConnection(cut, { current, sending }) {
  document.body.classList.toggle("cut", Boolean(cut));
  for (const place of document.querySelectorAll(".cut[role=alert]")) place.hidden = !cut;
  write(byId("standing"), cut ? "✗ cut off" : current ? "✓ connected" : "… connecting");
  if (!cut) return;
  const since = `No connection to the room since ${clock(cut.since)}`;
  write(byId("cut-since"), since);
  write(byId("signing-cut"), since);
  const then = sending
    ? "What was pressed last is written down and is sent by itself; do not press it again elsewhere."
    : "Nothing can be pressed. It goes on by itself as soon as the room answers.";
  write(byId("cut-why"), `${/[.?!]$/.test(cut.why) ? cut.why : `${cut.why}.`} ${then}`);
}

export function clock(date) {
  return date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
