// The browser of the tests: the one in CHROMIUM, or /usr/bin/chromium.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Starts the browser. A run without one fails, because it would test nothing. */
export async function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) {
    console.error(`FAIL nothing ran: there is no Chromium at ${executablePath}; set CHROMIUM or install it`);
    process.exit(1);
  }
  return chromium.launch({ executablePath, args: FLAGS });
}
