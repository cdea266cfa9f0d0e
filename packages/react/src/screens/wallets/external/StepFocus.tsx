import { useLayoutEffect, useRef } from 'react';

/**
 * Takes up the focus that a step of the same screen has lost with its control, or that waits at the screen: puts it on this
 * step's question, else on the screen, so that the next Tab and the next words of a screen reader start there.
 */
export function StepFocus() {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const shell = place.current?.closest<HTMLElement>('.shell');
    const root = shell?.getRootNode();
    if (!shell || !(root instanceof ShadowRoot)) return;
    const isLost = document.activeElement === document.body;
    if (!isLost && root.activeElement !== shell) return;
    const target = shell.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)') ?? shell;
    target.focus({ preventScroll: true });
  }, []);
  return <span hidden ref={place} />;
}
