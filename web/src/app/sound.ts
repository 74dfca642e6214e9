/** Quiet wood, felt and marimba, made here: nothing is loaded, nothing plays unasked, nothing lasts long. */
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

/** One tone that falls to `fall` of its pitch and dies away. */
function tone(kind: OscillatorType, pitch: number, length: number, loud: number, after = 0, fall = 0.6): void {
  context ??= new AudioContext();
  const start = context.currentTime + after;
  const volume = context.createGain();
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  const voice = context.createOscillator();
  voice.type = kind;
  voice.frequency.setValueAtTime(pitch, start);
  voice.frequency.exponentialRampToValueAtTime(pitch * fall, start + length);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + length);
}
const wood = (pitch: number, loud: number, after = 0): void => tone("triangle", pitch, 0.1, loud, after);
const note = (pitch: number, loud: number, after = 0): void => tone("sine", pitch, 0.45, loud, after, 1);

const LOWEST = 330;
const THIRD = 1.26; // each further find sounds a third higher
const MOST_STEPS = 6;

const SOUNDS = {
  lay: () => wood(420, 0.2),
  found: (n: number) => note(LOWEST * THIRD ** Math.min(n - 1, MOST_STEPS), 0.12),
  move: () => [0, 0.12].forEach((after) => wood(200, 0.2, after)),
  turn: () => [0, 0.12].forEach((after) => wood(200, 0.4, after)),
  win: () => [523, 659, 784].forEach((pitch, i) => note(pitch, 0.13, i * 0.11)),
  no: () => tone("sine", 120, 0.16, 0.3),
  bell: () => [1568, 2093].forEach((pitch) => tone("sine", pitch, 0.6, 0.08, 0, 1)),
  tick: () => tone("square", 900, 0.03, 0.03),
};

export function sound(name: keyof typeof SOUNDS, n = 1): void {
  if (!settings.all.sound) return;
  try {
    SOUNDS[name](n);
  } catch {
    // a device without sound stays silent
  }
}
