import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react';

/**
 * Puts the focus where a screen's one question is: at its control marked `data-autofocus`, else at the shell, so that the
 * next Tab and the next words of a screen reader start there. Without `grab` (a panel in a page) it only moves a focus
 * that was inside already.
 *
 * @param shown changes with what is on: the entry, or the placeholder's state
 * @returns tells that the screen which is on has only now got its controls
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
    // A control that vanished with its screen leaves the focus nowhere; the screen that follows takes it up.
    const lost = element.ownerDocument.activeElement === element.ownerDocument.body;
    if (!grab && (first || !(inside || lost))) return;
    const target =
      element.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)') ??
      element.querySelector<HTMLElement>('.shell');
    target?.focus({ preventScroll: true });
  }, [place, grab, shown, arrivals]);
  return onArrived;
}
