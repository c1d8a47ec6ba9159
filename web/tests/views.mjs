// Tests every view of the page at every size and in both themes: the checks of axe, no scrolling to the side, and squares for fingers.

/** The views by their addresses. */
const VIEWS = ["", "#/library", "#/rules/tamerlane", "#/rules/shogi", "#/play/chess", "#/play/shogi", "#/play/tamerlane", "#/play/chu", "#/play/crazyhouse", "#/edit", "#/edit/new", "#/edit/copy:tamerlane", "#/compare/tamerlane/tamerlane@applet", "#/notation"];
const SIZES = [["phone", 390, 844], ["tablet", 1024, 768], ["desk", 1440, 900]];
/** The least width of a square that a finger hits, in pixels. */
const FINGER = 36;

/** Tests the view of an address. */
async function view({ open, check, accessible, wide, shots }, path, size) {
  const wrong = [];
  const page = await open(path || "#/", { ...size, width: 390, height: 844 });
  await page.waitForTimeout(300);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const [name, width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const told = async (act) => act().catch((error) => wrong.push(`${name}, ${colorScheme}: ${error.message}`));
      // The other theme changes nothing but colors.
      await told(() => accessible(page, { onlyColors: colorScheme === "dark" }));
      await told(() => wide(page));
      if (name === "phone") await told(async () => {
        const least = await page.evaluate(() => Math.min(...[...document.querySelectorAll(".play .board-svg .ground")].map((one) => one.getBoundingClientRect().width)));
        check(least >= FINGER, `the squares have ${least.toFixed(1)} pixels`);
      });
      if (name !== "tablet") await page.screenshot({ path: `${shots}view-${path.replace(/\W+/g, "-") || "start"}-${name}-${colorScheme}.png` }).catch(() => undefined);
    }
  }
  check(wrong.length === 0, wrong.join("\n"));
  return page;
}

/** The tests by name. Each receives the helpers of the run. */
export const views = Object.fromEntries(VIEWS.map((path) => [`every view: ${path.slice(2) || "start"}`, (kit, size) => view(kit, path, size)]));
