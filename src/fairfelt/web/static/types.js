// What the server sends, as types for the checker. Amounts are millionths: a number, or a BigInt where it is larger.
/**
 * @typedef {number | bigint} Micros
 * @typedef {{ name: string, amount_micros: Micros, shown_micros: Micros, limit_reached: boolean }} Level
 * @typedef {{ table: string, game: string, phase: string, closed: string, notices: string[], folded_hands_qualify: boolean }} TableRow
 * @typedef {{ table: string, seat: number, hand: string, level: string, amount_micros: Micros, locked?: boolean }} Claim
 * @typedef {Claim & { number: number, new_amount_micros: Micros | null, envy_for_seat?: number | null }} Win
 *
 * The display of a link:
 * @typedef {{ sequence: number, currency: string, levels: Level[], tables: TableRow[], pending: Claim[], last_win: Win | null, wins: Win[], closed: string, not_current_since_s?: number | null }} LinkState
 *
 * The keypad of a table:
 * @typedef {{ seat: number, hand: string, level: string, amount_micros: Micros, for_seat?: number, number?: number }} Prize
 * @typedef {{ table: string, round: number, phase: string, live: string[], live_besides: string[], notices: string[], bets: Record<string, number>, claims: { seat: number, hand: string, folded: boolean }[], awarded: { number: number, seat: number, hand: string, envy: number[] }[], fouled: number[], stakes: Record<string, Record<string, number>>, tray_paid: { slip: number, seat: number, wager: string, amount_micros: number, win_page: number }[], prizes: Prize[], prizes_locked: boolean, sensed: number[], quarantined: Record<string, string>, needs: string, awards: Prize[], envy: Prize[] }} TableState
 * @typedef {{ away: boolean, status: number, body: any, text?: string }} RoomAnswer
 * @typedef {{ state?: TableState, sentence?: string, code?: string, status?: number, away?: boolean }} PressResult
 * @typedef {{ token: string, name: string, role: string }} Session
 * @typedef {{ card: boolean, tokens: () => string, renew: (sentence?: string) => Promise<boolean> }} Behind
 * @typedef {{ since: Date, why: string }} Outage
 *
 * The practice table and the dealer school:
 * @typedef {{ face: string, words: string, lit: boolean }} Card
 * @typedef {{ cards: Card[], hidden: number, theirs?: string[] }} CardRow
 * @typedef {CardRow & { title: string, words: string, active: boolean, net?: string, result?: string }} HandState
 * @typedef {{ wager: string, stake: string, why: string, net: string, result: string, claim: string, row: number | null }} BetResult
 * @typedef {{ number: number, you: boolean, hands: HandState[], folded: boolean, foul: string, stakes: Record<string, { amount: string, micros: number }>, choices: string[], settled: BetResult[], envy: { why: string, net: string }[], net: string, result: string }} SeatState
 * @typedef {{ short: string, sentence: string }} Edge
 * @typedef {{ choice: string, parts: string[][], words: string[], named: boolean }} Way
 * @typedef {{ parts: { title: string, size: number }[], ways: Way[] }} Setting
 * @typedef {{ choice: string, value: string, exact: string, cost: string, best: boolean }} ChoiceValue
 * @typedef {{ state: "ready" | "none" | "waiting", values: ChoiceValue[], why: string, seconds: number, chart?: Chart | null }} CoachState
 * @typedef {{ dealer: number[], hard: Record<string, string[][]>, soft: Record<string, string[][]>, pairs: Record<string, string[][]> }} Chart
 * @typedef {{ street: string, choice: string, best: string, cost: string | null, mistake: boolean }} Decision
 * @typedef {{ nonce: string, order: string, cut: number, kept: boolean }} Reveal
 * @typedef {{ version: number, number: number, phase: string, players: number, commitment: string, dealer: { hands: HandState[], wins: boolean, qualifies: boolean | null }, community: HandState & { wins: boolean }, seats: SeatState[], others: string, steps: string[], reveal: Reveal | null }} RoundState
 * @typedef {RoundState & { choices: { name: string, bet: string, size: string, folds: boolean }[], irregularities: { words: string, remedy: string }[], street: string, coach: CoachState, decisions: Decision[], setting: Setting | null, edges: Record<string, Edge>, strategy?: { street: string, words: string }[], strategy_cost?: string, stopped: Decision | null, picked: boolean, bets: Record<string, string>, tally: Record<string, any> }} PracticeState
 * @typedef {{ what: string, said: string, right: string, because: string, is_right: boolean, skill: string, rules: string[], routine: boolean, seconds: number, seat: number, wager: string, row: number | null }} Mark
 * @typedef {{ places: { place: string, words: string, deals: boolean, turns: boolean }[], burns: boolean, stops: boolean, bets: { act: string, wager: string }[], done: { act: string, place: string, wager: string }[], said: string[] }} Acting
 * @typedef {{ right: number, asked: number, percent: number, pace_s: number, round_s: number, skills: { skill: string, right: number, asked: number, pace_s: number }[], weak: string[], level: string, certified: boolean, rounds: number, rounds_hour: number, drills: { kind: string, right: number, asked: number, seconds: number }[], demands: { calls: number, percent: number, pace_s: number }, next: { name: string, calls: number, percent: number, pace_s: number } | null }} Progress
 * @typedef {RoundState & { stage: "dealing" | "acting" | "setting" | "reading" | "settling" | "envy" | "done" | "drill", drill: { kind: string, left: number, questions: number, limit_s: number } | null, acting: Acting | null, parts: { title: string, size: number }[], announcing: { of_winner: boolean, options: string[] } | null, envy: number[], asks: Record<string, { wager: string, stake: string, micros: number, calls: string[] }[]>, lines: string[], qualifying: string, incident: string, remedies: string[], paid: number[], settling_seat: number, rack: { cents: number, words: string }[], progress: Progress, marks: Mark[] }} SchoolState
 * @typedef {{ detail: string, field: string }} Problem
 */
export {};
