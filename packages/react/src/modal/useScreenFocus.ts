import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react';

/**
 * Focuses the main control of a new screen: the one marked `data-autofocus`, else the shell, so the next Tab and a
 * screen reader continue there. Without `grab` (a panel in a page) the first screen does not get the focus, and later
 * screens get it only if it was inside the modal or on the body.
 *
 * @param shown changes with what is shown: the entry, or the placeholder's state
 * @returns a function to call when the current screen has rendered its controls late
 */
export function useScreenFocus(
  place: RefObject<HTMLElement | null>,
  grab: boolean,
  shown: unknown,
): () => void {
  const [arrivals, onArrived] = useReducer((count: number) => count + 1, 0);
  const seen = useRef<unknown>(null);

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const first = seen.current === null;
    seen.current = { shown, arrivals };
    const root = element.getRootNode();
    const inside = root instanceof ShadowRoot && root.activeElement !== null;
    // A control that was removed with its screen leaves the focus on the body.
    const lost = element.ownerDocument.activeElement === element.ownerDocument.body;
    if (!grab && (first || !(inside || lost))) return;
    const target =
      element.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)') ??
      element.querySelector<HTMLElement>('.shell');
    target?.focus({ preventScroll: true });
  }, [place, grab, shown, arrivals]);
  return onArrived;
}
