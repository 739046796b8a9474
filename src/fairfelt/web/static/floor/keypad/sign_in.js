// Card and PIN of somebody who may confirm. Their session lives in this page's memory only, and no longer than needed.
export function signingOf(dialog, room, changed) {
  const form = dialog.querySelector("form");
  const { card, pin } = form.elements;
  const note = dialog.querySelector(".note");
  const send = dialog.querySelector("[type=submit]");
  let held = null;
  let finish = null;

  function say(sentence) {
    note.textContent = sentence;
    note.hidden = !sentence;
  }

  function keep(session) {
    held = session;
    changed(held);
  }

  async function signOut() {
    const token = held?.token;
    keep(null);
    if (token) await room.remove("/api/sessions", token);
  }

  // Does something with somebody's session: the one that is open, or one that is opened for it. Gives what came of it;
  // nothing if the card was not put in after all.
  async function withCard(title, why, act) {
    if (held) {
      const result = await act(held.token);
      if (result.status !== 401) return result;
      keep(null);
    }
    dialog.querySelector("h2").textContent = title;
    dialog.querySelector(".why").textContent = why;
    say("");
    form.reset();
    dialog.showModal();
    card.focus();
    return new Promise((done) => (finish = { act, done }));
  }

  async function submitted(event) {
    event.preventDefault();
    if (!pin.value) return pin.focus(); // a card reader ends what it reads with Enter
    send.disabled = true;
    say("");
    const answer = await room.post("/api/sessions", { card: card.value.trim(), pin: pin.value });
    pin.value = "";
    if (answer.status === 201) await signedIn(answer.body);
    else refuse(answer.body.detail);
    send.disabled = false;
  }

  async function signedIn(session) {
    const { act, done } = finish;
    keep(session);
    const result = await act(session.token);
    if (result.sentence) {
      await signOut();
      return refuse(result.sentence);
    }
    done(result);
    dialog.close();
  }

  function refuse(sentence) {
    say(sentence);
    pin.focus();
  }

  function typed(event) {
    const digit = event.target.closest("[data-digit]")?.dataset.digit;
    if (digit === undefined) return;
    pin.value = digit === "back" ? pin.value.slice(0, -1) : pin.value + digit;
  }

  form.addEventListener("submit", submitted);
  dialog.querySelector(".pad").addEventListener("click", typed);
  dialog.querySelector("[data-cancel]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    finish?.done(null);
    finish = null;
  });
  return { withCard, signOut };
}
