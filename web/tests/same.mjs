// Compares the module in Node and in Chromium with the native program.
//
//   node web/tests/same.mjs [POSITIONS]     the default is 5,000
import { compare, standsInNode, told } from "../../bindings/web/tests/positions.mjs";
import { launch } from "./chromium.mjs";
import { serve } from "./server.mjs";
import { standsInBrowser, startWorker } from "./worker.mjs";

const browser = await launch();
const { address, close } = await serve();
const page = await browser.newPage();
await page.goto(address);
await startWorker(page);
const found = await compare(Number(process.argv[2] ?? 5000), { node: standsInNode(), browser: standsInBrowser(page) });
await browser.close();
close();
process.exit(told(found, "in Node and in Chromium") ? 0 : 1);
