import { type RefObject, useEffect } from 'react';

/** Keeps a drawer above an on-screen keyboard: sets `--keyboard` to the height that the keyboard covers. */
export function useKeyboardInset(place: RefObject<HTMLElement | null>, on: boolean): void {
  useEffect(() => {
    const element = place.current;
    const viewport = element?.ownerDocument.defaultView?.visualViewport;
    if (!element || !viewport || !on) return;
    const update = () => {
      // A pinch zoom also shrinks the visual viewport.
      const covered = viewport.scale === 1 ? innerHeight - viewport.height - viewport.offsetTop : 0;
      element.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    update();
    viewport.addEventListener('resize', update);
    viewport.addEventListener('scroll', update);
    return () => {
      viewport.removeEventListener('resize', update);
      viewport.removeEventListener('scroll', update);
    };
  }, [place, on]);
}
