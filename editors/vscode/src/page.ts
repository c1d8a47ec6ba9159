// The page of the board panel. It runs no scripts.

export interface BoardView {
  title: string;
  svg: string;
}

const escape = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** Returns the page with a drawing. */
export function page({ title, svg }: BoardView): string {
  return whole(escape(title), `<h1>${escape(title)}</h1>${svg}`);
}

/** Returns the page of a panel without a drawing, which says why there is none. */
export function hint(text: string): string {
  return whole("Board", `<p>${escape(text)}</p>`);
}

function whole(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${title}</title>
<style>
body { margin: 0; padding: 1rem; display: flex; flex-direction: column; align-items: center; }
h1, p { font-family: var(--vscode-font-family, sans-serif); color: var(--vscode-foreground, inherit); }
h1 { font-size: 1.1rem; font-weight: 600; }
svg { width: min(100%, 42rem); height: auto; max-height: 85vh; background: #fff; border-radius: 4px; }
</style>
</head>
<body>${body}</body>
</html>`;
}
