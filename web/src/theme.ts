/** The colors of the page: light or dark, and the colors of the boards. */
import { set, setting } from "./setting";

export const BOARDS = { paper: "paper", brown: "brown", green: "green", blue: "blue", gray: "gray" } as const;
export type BoardColors = keyof typeof BOARDS;

/** The modes, in the order in which the button of the page goes through them. */
export const MODES = { system: "as the system", light: "light", dark: "dark" } as const;
export type Mode = keyof typeof MODES;

export function boardColors(): BoardColors {
  const chosen = setting("board", "paper");
  return chosen in BOARDS ? (chosen as BoardColors) : "paper";
}

export function mode(): Mode {
  const chosen = setting("mode", "system");
  return chosen in MODES ? (chosen as Mode) : "system";
}

/** Gives the page the chosen colors. The style sheet has a block for each choice. */
export function applyColors(): void {
  const { dataset } = document.documentElement;
  dataset.board = boardColors();
  dataset.mode = mode();
}

export function setBoardColors(colors: BoardColors): void {
  set("board", colors);
  document.documentElement.dataset.board = colors;
}

export function setMode(chosen: Mode): void {
  set("mode", chosen);
  document.documentElement.dataset.mode = chosen;
}
