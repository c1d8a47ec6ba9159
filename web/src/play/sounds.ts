/** The sounds of moves, which are computed, so that the page has no recordings to load. */
import type { View } from "../../../bindings/web/pkg/ferz.js";

/** The tones of a sound: its frequency in hertz, when it begins, and how long it lasts, in seconds. */
type Tone = [number, number, number];

const SOUNDS: Record<"move" | "capture" | "check" | "end", Tone[]> = {
  move: [[190, 0, 0.07]],
  capture: [[150, 0, 0.06], [110, 0.05, 0.1]],
  check: [[190, 0, 0.07], [520, 0.07, 0.12]],
  end: [[330, 0, 0.25], [415, 0.08, 0.25], [494, 0.16, 0.4]],
};

let context: AudioContext | undefined;

/** Plays the sound of the move that led from one position to the next. */
export function sound(before: View, view: View, text: string): void {
  const offer = before.moves.find((one) => one.text === text);
  const tones = SOUNDS[view.outcome ? "end" : view.check ? "check" : offer?.captures.length ? "capture" : "move"];
  try {
    context ??= new AudioContext();
    void context.resume();
  } catch {
    // A browser without sound plays none.
    return;
  }
  for (const [frequency, delay, length] of tones) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const begin = context.currentTime + delay;
    tone.type = "triangle";
    tone.frequency.setValueAtTime(frequency, begin);
    volume.gain.setValueAtTime(0.3, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}
