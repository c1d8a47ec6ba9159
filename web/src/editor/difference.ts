/** Shows how a text differs from another one. This module is loaded when a version is shown. */
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";

/** Creates a view of a text that cannot be edited. Lines that only the other text has are shown as removed. */
export function difference(text: string, other: string, title: string): HTMLElement {
  const box = document.createElement("div");
  box.className = "code difference";
  const extensions = [lineNumbers(), EditorView.lineWrapping, EditorState.readOnly.of(true), EditorView.editable.of(false), EditorView.contentAttributes.of({ "aria-label": title, tabindex: "0" }),
    unifiedMergeView({ original: other, mergeControls: false, collapseUnchanged: { margin: 2, minSize: 5 } })];
  new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: box });
  return box;
}
