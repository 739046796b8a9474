// Sounds made here, without any file: a card, a chip, a win. Off until the visitor turns them on.
/** @type {AudioContext | null} */
let context = null;

const NOTES = { win: [523, 659, 784], push: [440], lose: [220] };

/** @param {"card" | "chip" | "win" | "push" | "lose"} name */
export function playSound(name, isOn) {
  if (!isOn || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  if (name === "card") return rustle(context, 0.05, 2400);
  if (name === "chip") return click(context);
  NOTES[name].forEach((note, at) => tone(context, note, at * 0.11));
}

function rustle(audio, seconds, pitch) {
  const buffer = audio.createBuffer(1, audio.sampleRate * seconds, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0; at < data.length; at++) data[at] = (Math.random() * 2 - 1) * (1 - at / data.length);
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch });
  source.connect(filter).connect(new GainNode(audio, { gain: 0.25 })).connect(audio.destination);
  source.start();
}

function click(audio) {
  tone(audio, 1900, 0, 0.04, 0.12);
  tone(audio, 2600, 0.03, 0.03, 0.08);
}

function tone(audio, frequency, delay, seconds = 0.22, loud = 0.12) {
  const from = audio.currentTime + delay;
  const source = new OscillatorNode(audio, { type: "triangle", frequency });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(loud, from);
  gain.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  source.connect(gain).connect(audio.destination);
  source.start(from);
  source.stop(from + seconds);
}
