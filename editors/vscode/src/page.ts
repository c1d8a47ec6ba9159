// The page of the board panel. It runs no scripts.

export interface BoardView {
  title: string;
  svg: string;
}

export function page({ title, svg }: BoardView): string {
  const escaped = title.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escaped}</title>
<style>
body { margin: 0; padding: 1rem; display: flex; flex-direction: column; align-items: center; }
h1 { font: 600 1.1rem var(--vscode-font-family, sans-serif); color: var(--vscode-foreground, inherit); }
svg { width: min(100%, 42rem); height: auto; max-height: 85vh; background: #fff; border-radius: 4px; }
</style>
</head>
<body><h1>${escaped}</h1>${svg}</body>
</html>`;
}
