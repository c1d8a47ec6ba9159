// A page for each game, from the page that the program writes, and the list of all games.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import MarkdownIt from "markdown-it";
import { escape, frame } from "./page.mjs";
import { link, read, root } from "./places.mjs";

const program = resolve(process.env.FERZ ?? join(root, "target/release/ferz"));
const ferz = (...words) => execFileSync(program, words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "pipe"] });
const folder = mkdtempSync(join(tmpdir(), "ferz-site-"));

/** Fails if `ferz check` finds a problem in a text. */
export function check(text) {
  const file = join(folder, "example.ferz");
  writeFileSync(file, text);
  ferz("check", file);
}

/** All games: name, title, family, arrays, readings, and, after `pages`, the first sentences of their pages. */
export const games = JSON.parse(ferz("list", "--json"));

/** The families of the workshop's library, in its order. */
const families = JSON.parse(read("web/src/views/families.json"));

function family(game) {
  const found = families.find(({ folders }) => folders.includes(game.family));
  if (!found) throw new Error(`web/src/views/families.json lacks the folder ${game.family}`);
  return found;
}

/** Returns the numbers of pieces, arrays, and readings of a game, and links that begin it. */
function facts(game, at, pieces) {
  const numbers = [`${pieces} kinds of pieces`];
  if (game.arrays.length > 1) numbers.push(`${game.arrays.length} arrays`);
  if (game.readings.length > 1) numbers.push(`${game.readings.length} readings`);
  const workshop = link(at, "index.html");
  const { title, folders } = family(game);
  return `<p class="facts"><a href="${link(at, "games/index.html")}#${folders[0]}">${escape(title)}</a>: ${numbers.join(", ")}</p>
<p class="buttons"><a href="${workshop}#/play/${game.name}">Play in the browser</a> <a href="${workshop}#/rules/${game.name}">Switches and readings</a> <a href="${workshop}#/edit/copy:${game.name}">Change the rules</a></p>
<p>In a terminal: <code>ferz play ${game.name}</code></p>`;
}

/** The marks in the text of `ferz show --short`: headings, lists, and code. */
const plain = new MarkdownIt("zero").enable(["lheading", "list", "backticks"]);

/** Returns the rules in force as one section. The board is omitted, because a picture shows it. */
function short(game) {
  const [, ...parts] = ferz("show", game.name, "--short").split(/^(?=.+\n-+$)/m);
  const rules = parts.filter((part) => !part.startsWith("The board\n")).join("").replace(/\n +(?! |- )/g, " ");
  return `<section><h2>The rules in short</h2>\n${plain.render(rules).replaceAll("h2>", "h3>")}<p>In a terminal: <code>ferz show ${game.name} --short</code></p></section>\n`;
}

/** Returns the text of a page with an id for each part, and links to the parts before the first one. */
function parted(main) {
  const titles = [];
  const html = main.replace(/<section><h2>(.*?)<\/h2>/g, (_, title) => `<section><h2 id="part-${titles.push(title)}">${title}</h2>`);
  const jump = `<p class="jump">${titles.map((title, at) => `<a href="#part-${at + 1}">${title}</a>`).join(" ")}</p>`;
  return html.replace("<section>", () => `${jump}\n<section>`);
}

/** Returns the pages and pictures of all games by their places, and adds to each game its first sentence. */
export function pages() {
  const found = new Map();
  for (const game of games) {
    const at = `games/${game.name}.html`;
    const file = join(folder, `${game.name}.html`);
    ferz("page", game.name, "-o", file);
    const html = readFileSync(file, "utf8");
    // The colors and the body are those of the site.
    const style = /<style>:root\{.*?\}body\{.*?\}([\s\S]*?)<\/style>/.exec(html)[1];
    const main = /<main>([\s\S]*)<\/main>/.exec(html)[1];
    game.about = /<p>([\s\S]*?)<\/p>/.exec(main)?.[1] ?? "";
    const [picture, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"[\s\S]*?<\/svg>/.exec(main);
    Object.assign(game, { width, height });
    found.set(pictured(game), picture);
    const pieces = main.match(/class="piece"/g)?.length ?? 0;
    const whole = main.replace("</section>", () => `</section>\n${short(game)}`);
    const body = `<style>${style}</style>${parted(whole).replace("</h1>", () => `</h1>\n${facts(game, at, pieces)}`)}`;
    found.set(at, frame(at, { title: game.title, body }));
  }
  return found;
}

/** The place of the picture of a game. */
const pictured = ({ name }) => `games/pictures/${name}.svg`;

/** Returns the list of all games by the families of the workshop. `at` is the page, and `sentences` adds the first sentences of the games. */
export function list(at, sentences = true) {
  const card = (game) => {
    const image = `<img src="${link(at, pictured(game))}" alt="" loading="lazy" width="${game.width}" height="${game.height}">`;
    return `<li><a href="${link(at, `games/${game.name}.html`)}">${image}<span>${escape(game.title)}</span></a>${sentences ? `<p>${game.about}</p>` : ""}</li>`;
  };
  const id = ({ folders }) => folders[0];
  const jump = `<p class="jump">${families.map((one) => `<a href="#${id(one)}">${escape(one.title)}</a>`).join(" ")}</p>`;
  const shown = families.map((one) => {
    const own = one.folders.flatMap((folder) => games.filter((game) => game.family === folder));
    return `<h2 id="${id(one)}">${escape(one.title)}</h2>\n<p>${escape(one.about)}</p>\n<ul class="cards">${own.map(card).join("\n")}</ul>`;
  });
  return [jump, ...shown].join("\n");
}
