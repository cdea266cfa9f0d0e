import type { Sight } from './watchSight.ts';

/** State of a scrolling box: read if it is shown in full, or the user has been at its end. */
export interface Reading {
  isRead(): boolean;
  /** Checks again after the contents changed. They still count as read only if the box is at its end. */
  requestAgain(): void;
  /** Scrolls back to the start if the end was reached while the page was out of sight, because nobody has read it. */
  beginAnew(): void;
}

/** Tolerance in px. In a zoomed page, browsers miss the end by fractions of a pixel. */
const nearPx = 2;

/**
 * Watches whether a box is shown in full, or was scrolled to its end while the page was in sight.
 *
 * A malicious host page could hide what is signed behind blank lines or to the right of the box, so the user must
 * reach the end in both directions. Scrolling while the browser reports the page as covered does not count. A page that
 * the host enlarged for a moment is checked again at each change of its size.
 *
 * @param onChange called when {@link Reading.isRead} may have changed
 */
export function watchEnd(box: HTMLElement, sight: Pick<Sight, 'isSeen'>, onChange: () => void): Reading {
  let wasAtEnd = false;

  const isFit = () =>
    box.scrollHeight - box.clientHeight < nearPx && box.scrollWidth - box.clientWidth < nearPx;
  const isAtEnd = () =>
    box.scrollHeight - box.clientHeight - box.scrollTop < nearPx &&
    // Negative in a right-to-left layout.
    box.scrollWidth - box.clientWidth - Math.abs(box.scrollLeft) < nearPx;
  function requestAgain(): void {
    wasAtEnd = wasAtEnd && isAtEnd();
    onChange();
  }
  // Any means of scrolling counts: wheel, finger, keys, screen reader.
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
