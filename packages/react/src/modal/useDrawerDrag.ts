import { type RefObject, useEffect } from 'react';
import { closesDrawer, type Pull, pullOn } from './drawerPull.ts';

/** Lets a finger pull the drawer down by its header. */
export function useDrawerDrag(place: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const drawer = place.current;
    const view = drawer?.ownerDocument.defaultView;
    if (!drawer || !view) return;
    let pulled: { id: number; pull: Pull } | null = null;
    const sampleOf = (event: PointerEvent) => ({ y: event.clientY, at: event.timeStamp });

    const down = (event: PointerEvent) => {
      const target = event.target as Element;
      if (pulled || !target.closest('.bar') || target.closest('button') || view.innerWidth > 440) return;
      pulled = { id: event.pointerId, pull: { from: event.clientY, samples: [sampleOf(event)] } };
      drawer.setPointerCapture(event.pointerId);
      drawer.dataset.dragging = '';
    };
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pulled?.id) return;
      pulled.pull = pullOn(pulled.pull, sampleOf(event));
      drawer.style.setProperty('--drag', `${Math.max(0, event.clientY - pulled.pull.from)}px`);
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== pulled?.id) return;
      const { pull } = pulled;
      pulled = null;
      delete drawer.dataset.dragging;
      if (event.type === 'pointerup' && closesDrawer(pull, drawer.offsetHeight, event.timeStamp)) close();
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
