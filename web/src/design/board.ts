/** The parts of the design panel for the size of the board and for the questions of the game. */
import type { BoardInfo, RegionInfo, RulePage, SwitchInfo, View } from "../../../bindings/web/pkg/ferz.js";
import { arrange, button, choices, h, Keyed, mark, rich, toast } from "../dom";
import { nameOf, plain } from "../words";
import type { Around } from "./design";
import { canBeHole, cellOtherwise, holeOtherwise, LARGEST, regionOtherwise, sizeOtherwise, usesOf, type Position, type Uses } from "./drawings";
import { answerOtherwise } from "./gestures";

/** What a click changes, besides a region. No region has such a name. */
const [HOLES, CELLS] = ["holes in the board", "cells beside the board"];

/** What is at a place of the board and beside it. */
interface Spot {
  key: string;
  sort: "square" | "hole" | "cell" | "free" | "gap";
  place: string;
  x: number;
  y: number;
}

export class SizeTab {
  readonly element = h("div", { class: "tab-size" });

  private painted = HOLES;
  /** The regions that have a name and no square yet. */
  private fresh: string[] = [];
  private page: RulePage | undefined;
  private view: View | undefined;
  /** The page of which the next two are known. */
  private learned: RulePage | undefined;
  private uses: Uses = { names: new Set(), isDrawn: true, holes: new Set() };

  // A new text redraws the squares only, so nothing that a user has begun to type or to click is lost.
  private files = this.side("design-files");
  private ranks = this.side("design-ranks");
  private chosen = h("select", { id: "design-painted", onchange: () => this.choose(this.chosen.value) });
  private name = h("input", { type: "text", "aria-label": "Name of the new region", placeholder: "name of a new region", autocapitalize: "off" });
  private region = h("input", { type: "text", "aria-label": "Region of a new cell", value: "citadel", list: "design-cells", autocapitalize: "off" });
  private beside = h("p", { class: "row", hidden: true }, h("label", {}, "A new cell is a ", this.region), " of the side that is nearer. The other side gets the same.", h("datalist", { id: "design-cells" }, ...["citadel", "reserve", "sanctuary"].map((value) => h("option", { value }))));
  private spots = new Keyed<HTMLElement>();
  private squares = h("div", { class: "squares-editor", role: "group", "aria-label": "Squares of the board, as White sees it" });

  constructor(private readonly around: Around) {
    this.name.addEventListener("keydown", (event) => event.key === "Enter" && this.create());
    this.element.append(h("p", { class: "row" }, h("label", {}, "Files: ", this.files), h("label", {}, "Ranks: ", this.ranks)),
      h("p", {}, "A larger board gets new files on the right, and new ranks in the middle. What rules name moves along."),
      h("p", { class: "row" }, h("label", {}, "A click changes ", this.chosen), this.name, button("Add a region", () => this.create())),
      this.beside, this.squares);
  }

  show(page: RulePage, view: View): void {
    [this.page, this.view] = [page, view];
    const { board } = page;
    if (document.activeElement !== this.files) this.files.value = String(board.width);
    if (document.activeElement !== this.ranks) this.ranks.value = String(board.height);
    // A region of cells beside the board is changed by its cells.
    const isCells = ({ white, black }: RegionInfo) => [...white, ...black].every((name) => board.squares.some((square) => square.name === name && !square.grid));
    const regions = [...board.regions.filter((one) => !isCells(one)).map(({ name }) => name), ...this.fresh.filter((name) => !board.regions.some((one) => one.name === name))];
    if (![HOLES, CELLS, ...regions].includes(this.painted)) this.painted = HOLES;
    choices(this.chosen, [[HOLES, HOLES], [CELLS, CELLS], ...regions.map((name): [string, string] => [name, `the region ${name.replaceAll("-", " ")}`])], this.painted);
    this.beside.hidden = this.painted !== CELLS;
    this.paint(board);
    void this.learn(page);
  }

  /** Learns which squares rules name, and which sizes the rules allow. */
  private async learn(page: RulePage): Promise<void> {
    if (page === this.learned) return;
    this.learned = page;
    const { width, height } = page.board;
    this.uses = usesOf((await this.around.trees())[0] ?? []);
    if (page !== this.page) return;
    this.paint(page.board);
    const refusal = (x: number, y: number) => this.around.refusal(async (source) => sizeOtherwise(source, width + x, height + y));
    for (const [field, x, y] of [[this.files, 1, 0], [this.ranks, 0, 1]] as const) {
      const [larger, smaller] = [await refusal(x, y), await refusal(-x, -y)];
      if (page !== this.page) return;
      const side = x ? width : height;
      mark(field, { max: larger ? side : LARGEST.side, min: smaller ? side : 2, disabled: larger !== undefined && smaller !== undefined, title: larger ?? smaller });
    }
  }

  private side(id: string): HTMLInputElement {
    return h("input", { type: "number", id, min: 2, max: LARGEST.side, onchange: () => void this.resize() });
  }

  private async resize(): Promise<void> {
    const [width, height] = [this.files, this.ranks].map(({ value }) => Math.round(Number(value))) as [number, number];
    const isPossible = [width, height].every((side) => side >= 1 && side <= LARGEST.side) && width * height <= LARGEST.squares;
    const isDone = isPossible && (await this.around.apply(async (source) => sizeOtherwise(source, width, height)));
    if (!isDone && this.page) [this.files.value, this.ranks.value] = [String(this.page.board.width), String(this.page.board.height)];
  }

  private choose(painted: string): void {
    this.painted = painted;
    if (this.page && this.view) this.show(this.page, this.view);
  }

  private create(): void {
    const text = nameOf(this.name.value);
    if (!text) {
      toast("Give the region a name.");
      return;
    }
    this.name.value = "";
    this.fresh.push(text);
    this.choose(text);
  }

  /** Returns the position as it is after all earlier clicks. */
  private async position(): Promise<Position> {
    return { board: this.page!.board, pieces: this.view!.pieces, trees: await this.around.trees() };
  }

  private click(place: string, x: number, y: number): void {
    const { painted } = this;
    void this.around.apply(async (source) => {
      if (painted === HOLES) return holeOtherwise(source, await this.position(), place, { x, y });
      // The page as it is after all earlier clicks.
      const { board } = this.page!;
      if (painted === CELLS) return cellOtherwise(source, await this.position(), { x, y }, nameOf(this.region.value));
      const next = new Set(board.regions.find((one) => one.name === painted)?.white);
      if (!next.delete(place)) next.add(place);
      return regionOtherwise(source, board, painted, next);
    });
  }

  /** Returns the places of the board and of its cells, and those around the board where a cell can be. */
  private places({ width, height, squares }: BoardInfo): { spots: Spot[]; columns: number } {
    const cells = squares.filter(({ grid }) => !grid);
    const ring = this.painted === CELLS ? [{ x: 0, y: 0 }, { x: width + 1, y: height + 1 }] : [];
    const [xs, ys] = (["x", "y"] as const).map((axis) => [1, axis === "x" ? width : height, ...[...cells, ...ring].map((one) => one[axis])]) as [number[], number[]];
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const spots: Spot[] = [];
    for (let y = high; y >= low; y -= 1) {
      for (let x = left; x <= right; x += 1) {
        const square = squares.find((one) => one.x === x && one.y === y);
        const isGrid = x >= 1 && x <= width && y >= 1 && y <= height;
        const isNear = x >= 0 && x <= width + 1 && y >= 0 && y <= height + 1;
        const sort = square ? (square.grid ? "square" : "cell") : isGrid ? "hole" : ring.length && isNear ? "free" : "gap";
        const place = square?.name ?? (sort === "hole" ? `${String.fromCharCode(96 + x)}${y}` : `(${x}, ${y})`);
        spots.push({ key: `${sort === "gap" ? "gap" : place} ${x} ${y}`, sort, place, x, y });
      }
    }
    return { spots, columns: right - left + 1 };
  }

  /** Shows the squares, of which each click makes one a hole, a cell, or a part of a region. */
  private paint(board: BoardInfo): void {
    const region = new Set(board.regions.find((one) => one.name === this.painted)?.white);
    const { spots, columns } = this.places(board);
    const shown = this.spots.take(spots.map(({ key }) => key), (_, index) => {
      const { sort, place, x, y } = spots[index]!;
      return sort === "gap" ? h("span") : h("button", { type: "button", onclick: () => this.click(place, x, y) });
    });
    shown.forEach((spot, index) => {
      const { sort, place, x, y } = spots[index]!;
      if (sort === "gap") return;
      const isOn = { square: region.has(place), cell: this.painted === CELLS || region.has(place), hole: this.painted === HOLES, free: false }[sort];
      const what = { square: "a square", cell: "a cell", hole: "a hole", free: "no cell" }[sort];
      // A region keeps at least one square.
      const isLast = region.size === 1 && region.has(place);
      const isUsed = (this.painted === HOLES && sort === "square" && !canBeHole(this.uses, this.view!, place)) || (this.painted === CELLS && sort === "cell" && this.uses.names.has(place));
      const isFixed = { square: this.painted === CELLS || isLast || isUsed, cell: this.painted === HOLES || isLast || isUsed, hole: this.painted !== HOLES || !this.uses.holes.has(place), free: false }[sort];
      mark(spot, { class: `${(x + y) % 2 ? "light" : "dark"} ${sort}`, "aria-pressed": String(isOn), title: isUsed ? `${place}, which a rule needs` : place, "aria-label": `${place}: ${region.has(place) ? "in the region" : what}`, disabled: isFixed });
    });
    this.squares.style.setProperty("--size", String(columns));
    arrange(this.squares, ...shown);
  }
}

export class QuestionsTab {
  readonly element = h("div", { class: "tab-questions" });
  private switches: SwitchInfo[] = [];

  constructor(private readonly around: Around) {}

  private fields = new Keyed<HTMLElement>();

  show({ switches }: RulePage): void {
    arrange(this.element, ...this.fields.take(switches.map((asked) => JSON.stringify([asked.name, asked.question, asked.values.map(({ name, text }) => [name, text])])), (_, index) => this.field(switches[index]!)));
    for (const { name, values } of switches) {
      values.forEach((value, index) => {
        const input = this.element.querySelector<HTMLInputElement>(`[id="${id(name, index)}"]`);
        if (input) input.checked = value.default;
      });
    }
    this.switches = switches;
  }

  private field(asked: SwitchInfo): HTMLElement {
    return h("fieldset", { class: "switch" }, h("legend", {}, asked.question || plain(asked.name)), ...asked.values.map((value, index) => {
      const input = h("input", { type: "radio", id: id(asked.name, index), name: `design-${asked.name}`, onchange: async () => {
        const isDone = await this.around.apply(async (source) => answerOtherwise(source, asked, value.name));
        if (!isDone) this.show({ switches: this.switches } as RulePage);
      } });
      return h("div", { class: "value" }, input, h("label", { for: input.id }, rich(value.text || plain(value.name))));
    }));
  }
}

function id(name: string, index: number): string {
  return `design-${name}-${index}`;
}
