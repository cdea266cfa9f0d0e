import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to this step's main control, else to the shell, if the previous step's control was removed or the
 * focus is on the shell. The next Tab and screen readers then continue there.
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
