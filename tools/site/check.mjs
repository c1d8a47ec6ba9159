// Checks that every link of the site leads to a file and an anchor in it: node tools/site/check.mjs [FOLDER]
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const site = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "../../target/site"));
const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html"));
const text = new Map(pages.map((name) => [join(site, name), readFileSync(join(site, name), "utf8")]));
const ids = new Map([...text].map(([path, html]) => [path, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))]));

let links = 0;
const dead = [];
for (const [path, html] of text) {
  for (const [, address] of html.matchAll(/<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g)) {
    // References that other programs wrote have links of their scripts, too.
    if (/^(https?:|mailto:|data:|javascript:)|\$\{/.test(address)) continue;
    links += 1;
    const [name, anchor] = address.replaceAll("&amp;", "&").split("#");
    const at = decodeURI(name.split("?")[0]);
    let file = at ? resolve(dirname(path), at) : path;
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    const say = (why) => dead.push(`${path.slice(site.length + 1)}: ${address || "an empty link"} ${why}`);
    if (!file.startsWith(site)) say("leaves the site");
    else if (!existsSync(file)) say("leads nowhere");
    // The workshop reads what follows `#/`, and pages of sources in Rust know their lines.
    else if (anchor && !/^(\/|[\d-]+$)/.test(anchor) && ids.has(file) && ![anchor, decodeURI(anchor)].some((id) => ids.get(file).has(id))) say("has no such heading");
    else if (address === "") say("is empty");
  }
}
for (const one of dead) console.error(one);
console.log(`${pages.length} pages, ${links} links, ${dead.length} dead`);
process.exit(dead.length > 0 ? 1 : 0);
