// The seats and their sensors: dark, lit, locked, claimed. Each says so in words and by its shape, not by colour alone.
export function seatsOf(section, { chip }, tapped) {
  const buttons = [...section.querySelectorAll("[data-seat]")];
  const other = section.querySelector("#other");

  section.addEventListener("click", (event) => {
    const button = event.target.closest("[data-seat]");
    if (button) tapped(button.dataset.seat, button);
  });
  other?.addEventListener("input", () => (section.querySelector("#chip-other").checked = true));

  function draw({ bets, claims, phase, live, chosen, ready }) {
    for (const button of buttons) {
      const { seat } = button.dataset;
      const sensor = sensorOf(seat, bets, claims, phase);
      const usable = ready && (live.includes("bet") || (live.includes("hand") && seat in bets));
      button.dataset.sensor = sensor;
      button.setAttribute("aria-disabled", String(!usable));
      button.setAttribute("aria-pressed", String(phase === "betting" ? seat in bets : seat === chosen));
      button.querySelector(".bet").textContent = seat in bets ? chip(bets[seat]) : "";
      button.querySelector(".sensor").textContent = claims[seat] ?? (seat in bets || phase === "betting" ? sensor : "");
    }
  }

  // The chip that is chosen, in millionths; what was typed is read digit by digit.
  function chosenMicros() {
    const { value } = section.querySelector("[name=chip]:checked");
    return value === "other" ? microsIn(other.value) : Number(value);
  }

  return { draw, chosenMicros };
}

function sensorOf(seat, bets, claims, phase) {
  if (seat in claims) return "claimed";
  if (!(seat in bets)) return "dark";
  return phase === "betting" ? "lit" : "locked";
}

function microsIn(text) {
  const found = /^\s*(\d{1,9})(?:\.(\d{1,6}))?\s*$/.exec(text);
  return found ? Number(found[1] + (found[2] ?? "").padEnd(6, "0")) : null;
}
