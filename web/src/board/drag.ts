/** Dragging pieces by mouse, touch, or pen: the piece follows the pointer, even outside the board. */
import { h } from "../dom";

/** The distance that the pointer must move to start a drag. */
const FAR = 6;

interface Drag {
  /** Returns the picture that follows the pointer, and its size on the screen. */
  picture(): { image: Element; size: number } | undefined;
  /** Called when a drag begins. */
  begun?(): void;
  /** Called when a pointer is released or lost, before `dropped`. */
  ended?(): void;
  /** Called when the pointer is released after a drag. */
  dropped(x: number, y: number): void;
}

/** Follows a pointer until it is released. */
export function follow(event: PointerEvent, { picture, begun, ended, dropped }: Drag): void {
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
    ended?.();
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
