/** Arrows and rings over the board, drawn by the user or by the engine. */
import { s } from "../dom";

export interface Arrow {
  from: string;
  to: string;
  kind: "user" | "engine" | "second" | "premove";
}

export function arrow({ from, to, kind }: Arrow, spot: (square: string) => [number, number] | undefined): SVGElement | undefined {
  const [a, b] = [spot(from), spot(to)];
  if (!a || !b) return undefined;
  const [[x, y], [u, v]] = [a, b];
  if (from === to) return s("circle", { cx: x, cy: y, r: 44, class: `mark ${kind}` });
  const angle = Math.atan2(v - y, u - x);
  const tip = (turn: number) => `${(u - Math.cos(angle + turn) * 34).toFixed(1)} ${(v - Math.sin(angle + turn) * 34).toFixed(1)}`;
  return s("path", { d: `M${x} ${y}L${u} ${v}M${tip(0.5)}L${u} ${v}L${tip(-0.5)}`, class: `arrow ${kind}` });
}
