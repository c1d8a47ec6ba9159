/** The choices about how a board looks and sounds. */
import { h } from "../dom";
import { LOOKS, type Look } from "../drawing/pieces";
import { boardColors, BOARDS, setBoardColors, type BoardColors } from "../theme";

export type Effect = "sounds" | "motion";

const EFFECTS: Record<Effect, string> = { sounds: "Sounds", motion: "Pieces glide" };

interface Options {
  look: Look;
  setLook(look: Look): void;
  /** The effects that accompany moves. */
  effects: Record<Effect, boolean>;
  setEffect(effect: Effect, isOn: boolean): void;
}

function select<T extends string>(id: string, names: Record<T, string>, chosen: T, set: (name: T) => void): HTMLSelectElement {
  const box = h("select", { id, onchange: () => set(box.value as T) }, ...Object.entries<string>(names).map(([name, title]) => h("option", { value: name, selected: name === chosen }, title)));
  return box;
}

export function appearance({ look, setLook, effects, setEffect }: Options): HTMLElement {
  const boxes = Object.entries(EFFECTS).map(([name, title]) => {
    const effect = name as Effect;
    const box = h("input", { type: "checkbox", id: effect, checked: effects[effect], onchange: () => setEffect(effect, box.checked) });
    return h("label", {}, box, ` ${title}`);
  });
  return h("details", { class: "more appearance" }, h("summary", {}, "Board and pieces"),
    h("div", { class: "players" }, h("label", {}, "Pieces: ", select("look", LOOKS, look, setLook)), h("label", {}, "Board: ", select<BoardColors>("board-colors", BOARDS, boardColors(), setBoardColors)), ...boxes));
}
