/** The pages about the codes of problems. This file is loaded when the first of them is opened. */
const pages = import.meta.glob<string>("../../docs/errors/*.md", { query: "?raw", import: "default", eager: true });

export const lesson = (code: string): string | undefined => pages[`../../docs/errors/${code}.md`];
