import { type RefObject, useEffect } from 'react';

/** Share of its height that a drawer must be pulled down to close. */
const closeShare = 0.4;
/** Speed in px/ms of a fling that closes. */
const flingSpeed = 0.5;

/** Lets a finger pull the drawer down by its header: it follows, and closes when pulled far enough or flung. */
export function useDrawerDrag(place: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const drawer = place.current;
    const view = drawer?.ownerDocument.defaultView;
    if (!drawer || !view) return;
    let from: { y: number; id: number } | null = null;
    let last = { y: 0, at: 0, speed: 0 };

    const down = (event: PointerEvent) => {
      const target = event.target as Element;
      if (!target.closest('.bar') || target.closest('button') || view.innerWidth > 440) return;
      from = { y: event.clientY, id: event.pointerId };
      last = { y: event.clientY, at: event.timeStamp, speed: 0 };
      drawer.setPointerCapture(event.pointerId);
      drawer.dataset.dragging = '';
    };
    const move = (event: PointerEvent) => {
      if (event.pointerId !== from?.id) return;
      const elapsed = event.timeStamp - last.at;
      if (elapsed > 0)
        last = { y: event.clientY, at: event.timeStamp, speed: (event.clientY - last.y) / elapsed };
      drawer.style.setProperty('--drag', `${Math.max(0, event.clientY - from.y)}px`);
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== from?.id) return;
      const pulled = event.clientY - from.y;
      from = null;
      delete drawer.dataset.dragging;
      const flung = last.speed > flingSpeed && pulled > 0 && event.timeStamp - last.at < 100;
      if (event.type === 'pointerup' && (flung || pulled > drawer.offsetHeight * closeShare)) close();
      drawer.style.setProperty('--drag', '0px');
    };

    drawer.addEventListener('pointerdown', down);
    drawer.addEventListener('pointermove', move);
    drawer.addEventListener('pointerup', up);
    drawer.addEventListener('pointercancel', up);
    return () => {
      drawer.removeEventListener('pointerdown', down);
      drawer.removeEventListener('pointermove', move);
      drawer.removeEventListener('pointerup', up);
      drawer.removeEventListener('pointercancel', up);
    };
  }, [place, close]);
}
