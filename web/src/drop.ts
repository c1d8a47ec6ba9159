/** Opens the files that are dropped anywhere on the page. */
import { toast } from "./dom";

function isFile(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

async function open(files: File[]): Promise<void> {
  const { openFile } = await import("./opening");
  for (const file of files) await openFile(file);
}

/** Begins to accept files. Without this, the browser would show a dropped file in place of the page. */
export function acceptFiles(): void {
  document.addEventListener("dragover", (event) => isFile(event) && event.preventDefault(), true);
  document.addEventListener("drop", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    event.stopPropagation();
    open([...(event.dataTransfer?.files ?? [])]).catch((error: Error) => toast(error.message));
  }, true);
}
