/** The review of a game: the engine looks at each position, and the page marks the moves that gave something away. */
import type { View } from "../../../bindings/web/pkg/ferz.js";
import { announce, button, clear, h, s } from "../dom";
import { COLORS, NAMES, type Match } from "../model/match";
import { FAULTS, judge, share, valueText, type Fault, type Valued } from "../model/review";
import { after, line, type MoveNode } from "../model/tree";
import { ask, Thinker, type Line } from "../rpc";

/** The work for each position: a number of positions, and a time in milliseconds. */
const WORK = { nodes: 40_000, time: 1000 };
/** The size of the graph. */
const [WIDTH, HEIGHT] = [300, 70];

/** A move that gave something away. */
interface Slip {
  node: MoveNode;
  fault: Fault;
  /** The scores before and after the move, and the better move. */
  text: string;
}

export class Review {
  readonly element = h("section", { class: "review", "aria-label": "Review", hidden: true });
  private thinker = new Thinker();
  private slips: Slip[] = [];
  private values: Valued[] = [];
  private nodes: MoveNode[] = [];
  private run = 0;
  private said = h("p", { class: "slip", role: "status" });
  private graph = h("div", { class: "graph" });

  constructor(
    private readonly match: Match,
    private readonly at: (moves: string[]) => Line,
    private readonly go: (node: MoveNode) => void,
    /** Called when the marks of the moves have changed. */
    private readonly marked: () => void,
  ) {}

  /** Returns the fault of a move, if it was reviewed. */
  fault(node: MoveNode): Fault | undefined {
    return this.slips.find((slip) => slip.node === node)?.fault;
  }

  /** Forgets the review, such as when another game is shown. */
  clear(): void {
    this.run += 1;
    this.thinker.stop();
    this.slips = [];
    this.nodes = [];
    this.element.hidden = true;
  }

  /** Reviews the main line through the shown position. */
  async begin(): Promise<void> {
    this.clear();
    const { match } = this;
    const run = this.run;
    const nodes = [match.root, ...line(match.node), ...after(match.node)];
    const progress = h("progress", { max: nodes.length, value: 0, "aria-label": "Positions reviewed" });
    clear(this.element, h("p", {}, "Reviewing… ", progress, " ", button("Stop", () => this.clear())));
    this.element.hidden = false;
    const values: Valued[] = [];
    for (const [index, node] of nodes.entries()) {
      const value = await this.value(nodes.slice(1, index + 1).map(({ text }) => text), node);
      if (run !== this.run) return;
      values.push(value);
      progress.value = index + 1;
    }
    [this.nodes, this.values] = [nodes, values];
    this.slips = nodes.slice(1).flatMap((node, index) => this.slip(node, values[index]!, values[index + 1]!));
    this.show();
  }

  /** Returns the value of a position after some moves. */
  private async value(moves: string[], node: MoveNode): Promise<Valued> {
    const at = this.at(moves);
    const sign = node.turn === "black" ? -1 : 1;
    let value: Valued = { score: 0, mate: null };
    const best = await this.thinker.think(at, WORK, ({ score, mate, line: [first] }) => {
      value = { score: sign * (score ?? 0), mate: mate === null ? null : sign * mate, best: first };
    });
    if (best) return value;
    const { outcome }: View = await ask("view", at);
    return { score: 0, mate: outcome?.winner ? (outcome.winner === "white" ? 1 : -1) : null };
  }

  private slip(node: MoveNode, before: Valued, then: Valued): Slip[] {
    const fault = judge(node.parent!.turn ?? "white", node.text, before, then);
    return fault ? [{ node, fault, text: `${valueText(before)} before, ${valueText(then)} after` }] : [];
  }

  private show(): void {
    const row = (color: (typeof COLORS)[number]) => {
      const count = (fault: Fault) => this.slips.filter((slip) => slip.fault === fault && slip.node.parent!.turn === color).length;
      return h("tr", {}, h("th", { scope: "row" }, NAMES[color]), ...(Object.keys(FAULTS) as Fault[]).map((fault) => h("td", {}, count(fault))));
    };
    const plural = { blunder: "Blunders", mistake: "Mistakes", inaccuracy: "Inaccuracies" };
    const head = h("tr", {}, h("td", {}), ...(Object.keys(FAULTS) as Fault[]).map((fault) => h("th", { scope: "col" }, `${plural[fault]} ${FAULTS[fault].sign}`)));
    clear(this.element, h("h2", { class: "minor" }, "Review"), h("table", {}, h("thead", {}, head), h("tbody", {}, ...COLORS.map(row))), this.graph,
      h("div", { class: "buttons" }, button("Previous mistake", () => this.step(-1)), button("Next mistake", () => this.step(1)), button("Close", () => {
        this.clear();
        this.marked();
      })), this.said);
    this.marked();
    this.paint();
    announce(`Reviewed. ${this.slips.length || "No"} mistake${this.slips.length === 1 ? "" : "s"}.`);
  }

  /** Goes to the position before or after which a mistake was made. */
  private step(direction: 1 | -1): void {
    const here = this.nodes.indexOf(this.match.node);
    const places = this.slips.map((slip) => this.nodes.indexOf(slip.node));
    const next = direction > 0 ? places.find((place) => place > here) : places.findLast((place) => place < here);
    if (next !== undefined) this.go(this.nodes[next]!);
  }

  /** Shows the place of the shown position in the graph, and what its move gave away. */
  paint(): void {
    if (!this.nodes.length) return;
    const here = this.nodes.indexOf(this.match.node);
    const last = Math.max(1, this.nodes.length - 1);
    const point = (value: Valued, index: number) => `${((index / last) * WIDTH).toFixed(1)} ${((1 - share(value)) * HEIGHT).toFixed(1)}`;
    const shape = `M0 ${HEIGHT}L${this.values.map(point).join("L")}L${WIDTH} ${HEIGHT}Z`;
    const at = (event: MouseEvent) => {
      const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
      const node = this.nodes[Math.round(((event.clientX - left) / width) * last)];
      if (node) this.go(node);
    };
    clear(this.graph, s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "The advantage of White during the game", onclick: at },
      s("rect", { width: WIDTH, height: HEIGHT, class: "graph-black" }), s("path", { d: shape, class: "graph-white" }),
      here < 0 ? null : s("path", { d: `M${(here / last) * WIDTH} 0V${HEIGHT}`, class: "graph-here", "vector-effect": "non-scaling-stroke" })));
    const slip = this.slips.find(({ node }) => node === this.match.node);
    clear(this.said);
    if (!slip) return;
    const { best } = this.values[here - 1]!;
    this.said.append(h("strong", {}, `${slip.node.san ?? slip.node.text} is ${slip.fault === "inaccuracy" ? "an" : "a"} ${slip.fault}: `), `${slip.text}. `);
    if (best) void this.better(slip, best);
  }

  /** Names the better move. */
  private async better(slip: Slip, best: string): Promise<void> {
    const { match } = this;
    const moves = line(slip.node).slice(0, -1).map(({ text }) => text);
    const { move } = await ask("play", this.at(moves), best);
    if (match.node === slip.node) this.said.append(`${move.san} was better.`);
  }

  close(): void {
    this.run += 1;
    this.thinker.stop();
  }
}
