/** The view of move notation: a diagram and a description of the notation that the user types. */
import { button, clear, debounce, h, rich } from "../dom";
import { diagram, legend } from "../drawing/diagram";
import { described, sentence } from "../faults";
import type { SetAddress, Shown } from "../main";
import { ask, Refusal } from "../rpc";

const LETTERS: [string, string][] = [
  ["W", "one step along a rank or file"], ["F", "one step diagonally"], ["D", "a leap of two along a rank or file"], ["A", "a leap of two diagonally"],
  ["N", "a leap of one and two, as a knight"], ["C", "a leap of one and three (camel)"], ["Z", "a leap of two and three (zebra)"], ["H", "a leap of three along a rank or file"], ["G", "a leap of three diagonally"],
  ["R", "slides along ranks and files"], ["B", "slides diagonally"], ["Q", "slides in all eight directions"], ["K", "one step in all eight directions"],
  ["m", "before a letter: only moves"], ["c", "before a letter: only captures"], ["f b l r v s", "before a letter: only forward, back, left, right, forward and back, sideways"],
  ["2 3 …", "after a letter: at most this many steps"], ["p", "before a letter: jumps over one piece"], ["j n", "before a letter: must jump, may not jump"], ["[A-B]", "first one step, then, outward, another"], ["[A?B]", "the same; the piece may also stop after the first"],
];

export async function notation(text: string, setAddress: SetAddress): Promise<Shown> {
  const named = await ask("named");
  const input = h("input", { type: "text", id: "betza", value: text || "[F?R]", spellcheck: "false", autocapitalize: "off", "aria-describedby": "betza-said" });
  const result = h("div", { class: "result", id: "betza-said" });
  let run = 0;
  const show = async () => {
    const now = ++run;
    const written = input.value.trim();
    const byName = named.find((piece) => piece.names.some((name) => name.toLowerCase() === written.toLowerCase()));
    try {
      const read = await ask("betza", byName?.notation ?? written);
      if (now !== run) return;
      setAddress(`notation/${encodeURIComponent(written)}`);
      const marks = read.marks;
      clear(result, diagram("@", marks, { title: read.notation }), legend(marks.map(([, , mark]) => mark)),
        h("p", {}, h("code", {}, read.notation), read.name ? ` — ${read.name}` : ""), ...read.text.split("\n").map((line) => h("p", {}, rich(line))));
    } catch (error) {
      if (now !== run) return;
      const problems = error instanceof Refusal ? error.problems : [];
      const said = problems.map(({ message, help }) => [message, help].filter((text) => text !== null).map(sentence).join(" "));
      clear(result, ...(said.length ? said : [described(error)]).map((text) => h("p", { class: "problem" }, text)));
    }
  };
  input.addEventListener("input", debounce(() => void show(), 80));
  const pick = (name: string) => {
    input.value = name;
    void show();
    input.scrollIntoView({ block: "nearest" });
  };
  await show();
  const element = h("div", { class: "page" }, h("h1", {}, "Move notation"),
    h("p", { class: "lead" }, "A piece is written in Betza notation: a capital letter for each type of step, and lowercase letters that limit it."),
    h("p", {}, h("label", { for: "betza" }, "Notation, or the name of a piece: "), input), result,
    h("h2", {}, "Letters"), h("dl", { class: "letters" }, ...LETTERS.flatMap(([letters, meaning]) => [h("dt", {}, h("code", {}, letters)), h("dd", {}, meaning)])),
    h("h2", {}, "Pieces with a name"), h("ul", { class: "named" }, ...named.map((piece) => h("li", {}, button(piece.names[0]!, () => pick(piece.notation), { class: "link", title: piece.notation }), " ", h("code", {}, piece.notation)))));
  return { element, title: "Notation" };
}
