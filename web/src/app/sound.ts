/** Soft wood, made of a short filtered noise and a low tone; nothing is loaded, and nothing plays unasked. */
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function knock(pitch: number, length: number, loud: number): void {
  context ??= new AudioContext();
  const start = context.currentTime;
  const volume = context.createGain();
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  const tone = context.createOscillator();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}

const SOUNDS = {
  lay: () => knock(320, 0.09, 0.25),
  move: () => knock(220, 0.14, 0.3),
  turn: () => [523, 659].forEach((pitch, i) => setTimeout(() => knock(pitch, 0.2, 0.15), i * 120)),
  win: () => [523, 659, 784].forEach((pitch, i) => setTimeout(() => knock(pitch, 0.3, 0.15), i * 140)),
  no: () => knock(140, 0.2, 0.2),
};

export function sound(name: keyof typeof SOUNDS): void {
  if (!settings.all.sound) return;
  try {
    SOUNDS[name]();
  } catch {
    // a device without sound stays silent
  }
}
