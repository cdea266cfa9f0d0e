import type { Sight } from './watchSight.ts';

/** Of a box that scrolls: whether a person has been at its end. */
export interface Reading {
  isRead(): boolean;
  /** Asks again after the contents have changed: what came in has been read only where the end is still in sight. */
  requestAgain(): void;
  /** Goes back to the start where the end was reached and no one saw it: whoever looks now has not read it. */
  beginAnew(): void;
}

/** Fractions of a pixel, by which browsers miss the end where a page is zoomed. */
const nearPx = 2;

/**
 * Watches whether a box is shown in full, or was scrolled to its end, while the page was in sight.
 *
 * Threat: what is signed stands behind a screen of blank lines, or to the right of the box. And a host that has a person scroll
 * the page unseen, or that makes it large for a moment and small again: neither counts as read.
 *
 * @param onChange told when {@link Reading.isRead} may have changed
 */
export function watchEnd(box: HTMLElement, sight: Pick<Sight, 'isSeen'>, onChange: () => void): Reading {
  let wasAtEnd = false;

  const isFit = () =>
    box.scrollHeight - box.clientHeight < nearPx && box.scrollWidth - box.clientWidth < nearPx;
  const isAtEnd = () =>
    box.scrollHeight - box.clientHeight - box.scrollTop < nearPx &&
    // Negative where lines go from right to left.
    box.scrollWidth - box.clientWidth - Math.abs(box.scrollLeft) < nearPx;
  function requestAgain(): void {
    wasAtEnd = wasAtEnd && isAtEnd();
    onChange();
  }
  // By any means: wheel, finger, keys, what a screen reader does.
  box.addEventListener('scroll', () => {
    if (wasAtEnd || !sight.isSeen() || !isAtEnd()) return;
    wasAtEnd = true;
    onChange();
  });
  addEventListener('resize', requestAgain);

  return {
    isRead: () => wasAtEnd || isFit(),
    requestAgain,
    beginAnew() {
      if (!wasAtEnd && isAtEnd()) box.scrollTo(0, 0);
    },
  };
}
