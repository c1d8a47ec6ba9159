/** Dragging pieces by mouse, touch, or pen: the piece follows the pointer, also beyond the board. */
import { h } from "../dom";

/** A pointer that has moved this far drags. */
const FAR = 6;

interface Drag {
  /** What follows the pointer, and its size on the screen. */
  picture(): { image: Element; size: number } | undefined;
  /** The pointer has begun to drag. */
  begun?(): void;
  /** The pointer was released after it has dragged. */
  dropped(x: number, y: number): void;
}

/** Follows a pointer from where it was pressed until it is released. */
export function follow(event: PointerEvent, { picture, begun, dropped }: Drag): void {
  const { clientX, clientY, pointerId } = event;
  let ghost: HTMLElement | undefined;
  const root = (event.target as Node).getRootNode();
  const move = (next: PointerEvent) => {
    if (next.pointerId !== pointerId) return;
    if (!ghost && Math.hypot(next.clientX - clientX, next.clientY - clientY) > FAR) {
      const shown = picture();
      if (!shown) {
        end();
        return;
      }
      // A finger hides what is below it.
      const size = shown.size * (event.pointerType === "touch" ? 1.5 : 1);
      ghost = h("div", { class: "ghost", style: `width: ${size}px; height: ${size}px` }, shown.image);
      (root instanceof ShadowRoot ? root : document.body).append(ghost);
      begun?.();
    }
    if (ghost) {
      next.preventDefault();
      ghost.style.left = `${next.clientX}px`;
      ghost.style.top = `${next.clientY - (event.pointerType === "touch" ? 18 : 0)}px`;
    }
  };
  const up = (next: PointerEvent) => {
    if (next.pointerId !== pointerId) return;
    const hasMoved = ghost !== undefined;
    end();
    if (hasMoved) dropped(next.clientX, next.clientY);
  };
  const cancel = (next: PointerEvent) => {
    if (next.pointerId === pointerId) end();
  };
  const end = () => {
    ghost?.remove();
    ghost = undefined;
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", cancel);
  };
  window.addEventListener("pointermove", move, { passive: false });
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", cancel);
}
