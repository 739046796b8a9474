// Names that stand in several places: a bet that is renamed is renamed wherever it is spoken of.

/** @param {import("./draft.js").Draft} draft @param {import("./draft.js").Place} place @param {string} name */
export function renameWager(draft, place, name) {
  draft.edit((version) => {
    const wager = version.wagers[Number(place[1])];
    const old = wager.name;
    wager.name = name;
    if (!old || !name || version.wagers.some((each) => each !== wager && each.name === old)) return;
    for (const street of version.streets ?? []) {
      if (street.unless_bet === old) street.unless_bet = name;
      for (const choice of street.choices) {
        if (choice.takes_back === old) choice.takes_back = name;
        if (choice.bet !== old) continue;
        if (choice.name === nameOf(choice)) choice.name = nameOf({ ...choice, bet: name });
        choice.bet = name;
      }
    }
    for (const figure of version.published ?? []) if (figure.wager === old) figure.wager = name;
    const procedure = version.procedure ?? {};
    for (const tuck of procedure.tucks ?? []) if (tuck.under === old) tuck.under = name;
    if (procedure.lammers) procedure.lammers = procedure.lammers.map((each) => (each === old ? name : each));
    const amounts = procedure.recommended_micros;
    if (amounts && old in amounts) {
      amounts[name] = amounts[old];
      delete amounts[old];
    }
  }, "");
}

/** What a choice is called that makes a bet. */
export function nameOf(choice) {
  return choice.times > 1 ? `${choice.bet} ${choice.times}x` : choice.bet;
}

/** A choice whose bet was typed gets a size and a name, unless it has some of its own. */
export function nameChoice(draft, place) {
  draft.edit((version) => {
    let choice = version;
    for (const step of place.slice(0, -1)) choice = choice[step];
    if (choice.bet && !choice.times) choice.times = 1;
    if (!choice.bet) delete choice.times;
    const plain = ["", "check", "fold"].includes(choice.name) || version.wagers.some((wager) => choice.name.startsWith(wager.name));
    if (choice.bet && plain) choice.name = nameOf(choice);
    if (choice.bet) delete choice.folds;
  }, "");
}
