/** The rule page of a game. Choosing a switch value, reading, or array updates the page and its address. */
import type { Cite, PieceInfo, RulePage, SwitchInfo } from "../../../bindings/web/pkg/ferz.js";
import { Board } from "../board/board";
import { written } from "../board/picture";
import { exports } from "../bridges";
import { breathe, button, clear, download, h, released, rich, toast } from "../dom";
import { diagram, legend } from "../drawing/diagram";
import * as faults from "../faults";
import { shareGame } from "../link";
import type { SetAddress, Shown } from "../main";
import { chosenLook, icon } from "../drawing/pieces";
import { styleOf } from "../drawing/style";
import { ask } from "../rpc";
import { isOwn, ownId, spec, write, type Reference } from "../spec";
import { plain } from "../words";

/** Changes the array, the reading, or the answers of the shown game. */
type Change = (next: (now: Reference) => Reference) => Promise<void>;

export async function rules(reference: Reference, setAddress: SetAddress): Promise<Shown> {
  const element = h("div", { class: "page rules" });
  // A second answer can be chosen while the page with the first one is prepared, so each starts from what is wanted.
  const state = { shown: reference, wanted: reference, run: 0, title: "" };
  const change: Change = async (next) => {
    const run = ++state.run;
    const wanted = (state.wanted = next(state.wanted));
    try {
      const page = await ask("page", spec(wanted));
      const view = await ask("view", { spec: spec(wanted), moves: [] });
      const parts = await content(page, wanted, change);
      const board = new Board({ play: () => {}, refused: () => {} }, false);
      board.setGame(page.board, page.pieces, styleOf(page));
      board.setView({ ...view, moves: [] });
      await breathe();
      await released();
      if (run !== state.run) return;
      const focus = (document.activeElement as HTMLElement | null)?.id;
      state.shown = wanted;
      state.title = page.title;
      setAddress(`rules/${write(wanted)}`);
      clear(element, ...parts);
      element.querySelector(".the-board")?.append(board.element);
      if (focus) document.getElementById(focus)?.focus();
    } catch (error) {
      if (run === state.run) state.wanted = state.shown;
      if (!state.title) throw error;
      toast(faults.described(error));
    }
  };
  await change((now) => now);
  return { element, title: state.title };
}

function cites(list: Cite[]): HTMLElement | null {
  if (!list.length) return null;
  const text = list.map((cite) => (cite.at ? `${cite.source}, ${cite.at}` : cite.source)).join("; ");
  return h("small", { class: "cites" }, ` [${text}]`);
}

async function content(page: RulePage, reference: Reference, change: Change): Promise<HTMLElement[]> {
  const address = write(reference);
  const parts: HTMLElement[] = [];
  const head = h("header", {}, h("h1", {}, page.title), ...page.about.map((text) => h("p", { class: "lead" }, text)));
  head.append(h("p", { class: "links no-print" },
    h("a", { href: `#/play/${address}` }, "Play"),
    h("a", { href: `#/edit/${file(reference)}` }, isOwn(reference.name) ? "Edit" : "Edit a copy"),
    h("a", { href: `#/compare/${encodeURIComponent(write({ name: reference.name, switches: {} }))}/${encodeURIComponent(address)}` }, "Compare"),
    shareGame(reference)));
  parts.push(head);
  parts.push(choices(page, reference, change));
  const board = h("section", {}, h("h2", {}, "The board"), h("div", { class: "the-board" }), h("p", {}, page.board.text, cites(page.board.cites)), h("p", { class: "fen-line" }, h("code", {}, page.fen)));
  parts.push(board, await pieces(page, reference));
  await breathe();
  for (const section of page.sections) {
    parts.push(h("section", {}, h("h2", {}, section.title), h("ul", {}, ...section.items.map((item) => h("li", {}, rich(item))))));
  }
  if (page.switches.length) parts.push(questions(page, change));
  if (page.switches.length && page.readings.length) parts.push(answers(page, change));
  const said = (title: string, list: RulePage["notes"]) => {
    if (list.length) parts.push(h("section", {}, h("h2", {}, title), ...list.map((one) => h("p", {}, one.text, cites(one.cites)))));
  };
  said("Notes", page.notes);
  said("History", page.history);
  if (page.sources.length) {
    parts.push(h("section", {}, h("h2", {}, "Sources"), h("dl", { class: "sources" }, ...page.sources.flatMap((source) => [h("dt", {}, source.name), h("dd", {}, linked(source.text))]))));
  }
  parts.push(files(page, reference));
  return parts;
}

/** Returns the file that the editor opens for a game: the user's own file, or a copy of a built-in one. */
function file(reference: Reference): string {
  return isOwn(reference.name) ? ownId(reference.name) : `copy:${write(reference)}`;
}

/** Returns a text in which web addresses are links. */
function linked(text: string): HTMLElement {
  const span = h("span");
  for (const part of text.split(/(https?:\/\/[^\s,;()<>"']+)/)) {
    span.append(/^https?:\/\//.test(part) ? h("a", { href: part, rel: "noopener noreferrer nofollow", target: "_blank" }, part) : part);
  }
  return span;
}

function choices(page: RulePage, reference: Reference, change: Change): HTMLElement {
  const box = h("div", { class: "choices-bar no-print" });
  if (page.arrays.length > 1) {
    const tabs = page.arrays.map((array, index) =>
      button(plain(array.name), () => void change((now) => ({ ...now, array: index ? array.name : undefined })), { id: `array-${index}`, "aria-pressed": String(array.name === page.array) }));
    const chosen = page.arrays.find((array) => array.name === page.array);
    box.append(h("div", { class: "tabs", role: "group", "aria-label": "Arrays" }, ...tabs), h("p", {}, chosen && chosen.text !== chosen.name ? chosen.text : chosen?.cites.length ? h("small", {}, "As in") : null, cites(chosen?.cites ?? [])));
  }
  const readings = page.readings.filter((reading) => reading.name !== "default");
  if (readings.length) {
    const select = h("select", { id: "reading", onchange: () => void change((now) => ({ ...now, reading: select.value === "default" ? undefined : select.value, switches: {} })) },
      h("option", { value: "default" }, "as in its file"),
      ...readings.map((reading) => h("option", { value: reading.name, selected: reading.name === page.reading }, reading.title || reading.name)));
    const about = readings.find((reading) => reading.name === page.reading)?.about;
    const changed = Object.keys(reference.switches).length;
    box.append(h("p", {}, h("label", { for: "reading" }, "Reading: "), select, " ", about ? h("span", {}, about) : null, ...page.stances.map((said) => ` ${said}`),
      changed ? h("span", {}, ` ${changed} answer${changed === 1 ? "" : "s"} changed. `, button("Reset", () => void change((now) => ({ ...now, switches: {} })), { class: "link", id: "reset" })) : null));
  }
  return box;
}

function questions(page: RulePage, change: Change): HTMLElement {
  const one = (question: SwitchInfo) => {
    const set = h("fieldset", { class: "switch" }, h("legend", {}, question.question || plain(question.name)));
    question.values.forEach((value, index) => {
      const id = `${question.name}-${index}`;
      const pick = () => void change((now) => ({ ...now, switches: { ...now.switches, [question.name]: value.name } }));
      set.append(h("div", { class: "value" },
        h("input", { type: "radio", name: question.name, id, checked: value.name === question.chosen, onchange: pick }),
        h("label", { for: id }, rich(value.text || plain(value.name)), value.default ? h("small", {}, " as in its file") : null, cites(value.citations))));
    });
    return set;
  };
  return h("section", {}, h("h2", {}, "Questions on which the sources differ"), ...page.switches.map(one));
}

/** The signs of what the source of a reading says about its answer. */
const STANCES = {
  sourced: ["✓", "given by the source"],
  silent: ["?", "the source is silent: decided"],
  against: ["≠", "the source says otherwise: decided"],
} as const;

/** Returns the table of the questions by readings. */
function answers(page: RulePage, change: Change): HTMLElement {
  const heads = page.readings.map((reading) => h("th", { scope: "col" },
    button(reading.name, () => void change((now) => ({ ...now, reading: reading.name, switches: {} })), { class: "link", title: reading.title, "aria-pressed": String(reading.name === page.reading) })));
  const rows = page.switches.map((question, at) => {
    const cell = (name: string | undefined, stance?: keyof typeof STANCES) => {
      const value = question.values.find((one) => one.name === name);
      const sign = stance && h("span", { class: `stance ${stance}`, role: "img", "aria-label": STANCES[stance][1] }, STANCES[stance][0]);
      return h("td", { title: value?.text ?? "" }, sign ?? null, sign ? " " : null, plain(name ?? ""));
    };
    const usual = question.values.find((value) => value.default)?.name;
    return h("tr", {}, h("th", { scope: "row" }, question.question || plain(question.name)), cell(usual),
      ...page.readings.map((reading) => cell(reading.answers[at]?.value, reading.answers[at]?.stance)));
  });
  const signs = page.readings.some((reading) => reading.answers.some(({ stance }) => stance)) ? Object.values(STANCES).map(([sign, said]) => `${sign} ${said}`).join(", ") : "";
  return h("details", { class: "answers" }, h("summary", {}, "The answers of all readings"),
    h("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "The answers of all readings" },
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Question"), h("th", { scope: "col" }, "as in its file"), ...heads)), h("tbody", {}, ...rows))),
    signs ? h("p", { class: "legend" }, signs) : null);
}

async function pieces(page: RulePage, reference: Reference): Promise<HTMLElement> {
  const section = h("section", {}, h("h2", {}, "The pieces"));
  const marks = page.pieces.flatMap((piece) => piece.ways.flatMap((way) => way.marks.map(([, , mark]) => mark)));
  section.append(legend(marks));
  const same = (piece: PieceInfo) => JSON.stringify(piece.ways.map((way) => [way.notation, way.limits]));
  const groups = new Map<string, PieceInfo[]>();
  for (const piece of page.pieces) {
    const key = piece.ways.length ? same(piece) : piece.title;
    groups.set(key, [...(groups.get(key) ?? []), piece]);
  }
  for (const group of groups.values()) {
    await breathe();
    section.append(pieceBlock(page, reference, group));
  }
  return section;
}

function pieceBlock(page: RulePage, reference: Reference, group: PieceInfo[]): HTMLElement {
  const [first] = group as [PieceInfo];
  const diagrams = h("div", { class: "diagrams" });
  for (const way of first.ways) {
    const box = diagram(first.token, way.marks, { checkered: page.board.checkered, title: `${first.title} ${way.notation}`, words: way.text }, first);
    box.append(h("figcaption", {}, h("a", { href: `#/notation/${encodeURIComponent(way.notation)}` }, h("code", {}, way.notation)), way.limits));
    diagrams.append(box);
  }
  const text = h("div", { class: "piece-text" });
  if (group.length > 1) text.append(...first.ways.map((way) => h("p", {}, rich(way.text))));
  for (const piece of group) {
    const title = h("h3", {}, icon(piece.token, "white", chosenLook() === "pictures" ? "pictures" : "native", piece, 38, { style: styleOf(page), isTurned: false }), icon(piece.token, "white", "shapes", piece, 30), ` ${piece.title} `, h("code", {}, piece.token), cites(piece.cites));
    text.append(title);
    if (piece.other_names) text.append(h("p", { class: "other" }, piece.other_names));
    if (group.length === 1) text.append(...piece.ways.map((way) => h("p", {}, rich(way.text))));
    text.append(...piece.traits.map((trait) => h("p", {}, rich(trait))), ...piece.notes.map((note) => h("p", { class: "note" }, rich(note))));
  }
  if (first.file === page.file) text.append(h("p", { class: "links no-print" }, h("a", { href: `#/edit/${file(reference)}:${first.line}` }, "Change this piece")));
  return h("article", { class: "piece-block" }, diagrams, text);
}

function files(page: RulePage, reference: Reference): HTMLElement {
  const picture = () => written(document.querySelector<SVGSVGElement>(".the-board .board-svg")!, `${page.title}: the board at the start`);
  const svg = () => download(`${page.name}.svg`, picture(), "image/svg+xml");
  const png = async () => {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture())}`;
    await image.decode();
    const canvas = h("canvas", { width: image.width * 2, height: image.height * 2 });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && download(`${page.name}.png`, blob, "image/png"));
  };
  const source = async () => {
    const texts = await ask("texts", spec(reference));
    for (const [name, text] of texts.filter(([name]) => name === page.file)) download(name.split("/").at(-1)!, text, "text/plain");
  };
  return h("section", { class: "no-print" }, h("h2", {}, "Files"), h("div", { class: "buttons" },
    button("Board as SVG", svg), button("Board as PNG", () => void png()),
    button("Page as Markdown", () => download(`${page.name}.md`, markdown(page), "text/markdown")),
    button("Page as HTML", () => webPage(page, picture())),
    button("Rule file", () => void source()), button("Print", () => window.print())), exports(() => spec(reference)));
}

/** Returns the rule page as Markdown. */
export function markdown(page: RulePage): string {
  const safe = (text: string) => text.replace(/([\\*_<>[\]#])/g, "\\$1");
  const lines = [`# ${safe(page.title)}`, "", ...page.about.map(safe), "", "## The board", "", page.board.text, "", `\`${page.fen}\``, "", "## The pieces", ""];
  for (const piece of page.pieces) {
    lines.push(`### ${safe(piece.title)} \`${piece.token}\``, "");
    for (const way of piece.ways) lines.push(`- \`${way.notation}\`${way.limits}: ${way.text}`);
    lines.push(...piece.traits.map((trait) => `- ${trait}`), "");
  }
  for (const section of page.sections) lines.push(`## ${section.title}`, "", ...section.items.map((item) => `- ${item}`), "");
  for (const one of page.switches) {
    lines.push(`**${safe(one.question || plain(one.name))}**`, "", ...one.values.map((value) => `- ${safe(value.text || plain(value.name))}${value.name === one.chosen ? " (in force)" : ""}`), "");
  }
  if (page.history.length) lines.push("## History", "", ...page.history.map((one) => safe(one.text)), "");
  if (page.sources.length) lines.push("## Sources", "", ...page.sources.map((one) => `- ${one.name}: ${safe(one.text)}`), "");
  return lines.join("\n");
}

/** Saves the rule page, as it is shown, as a self-contained HTML file. */
function webPage(page: RulePage, picture: string): void {
  const shown = document.querySelector(".page.rules")!.cloneNode(true) as HTMLElement;
  for (const part of shown.querySelectorAll(".no-print, .the-board, input, .hint")) part.remove();
  const style = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].map((rule) => rule.cssText);
    } catch {
      return [];
    }
  });
  const title = h("title", {}, page.title).outerHTML;
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;
  const board = h("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`, alt: `${page.title}: the board at the start` }).outerHTML;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">${policy}${title}<style>${style.join("\n").replaceAll("</", "<\\/")}</style></head><body><main>${board}${shown.outerHTML}</main></body></html>`;
  download(`${page.name}.html`, html, "text/html");
}
