/** Time in sight without a break before a press counts, in ms. */
const seenForMs = 1_000;
/** Time in sight after a press that signs or shows a secret, in ms. The browser may report a cover a little late. */
export const settledForMs = 300;
/** Longest random pause between two checks, and the gap after which earlier checks no longer count, in ms. */
const pauseMs = 30;
const gapMs = 1_000;
/** Share of the element that must be in sight. */
const share = 0.95;

/**
 * Entry that, in browsers with Intersection Observer v2, also tells whether anything covers, fades or distorts the
 * element.
 */
interface Look extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/** Visibility of a page. */
export interface Sight {
  /** Returns true if the page was in sight and, as far as the browser can tell, uncovered at the last check. */
  isSeen(): boolean;
  /** Returns true if the page has been in sight, uncovered at each check and of one size for {@link seenForMs}. */
  isArmed(): boolean;
  /**
   * Resolves with true after a time, in ms, if the page stayed in sight. Resolves with false at the first break, or at
   * once if the page is not armed.
   */
  staysSeen(ms: number): Promise<boolean>;
  /** Restarts the time, because the contents changed and have not been in sight for a second yet. */
  beginAnew(): void;
}

interface Given {
  /** Further condition, such as room enough to read. */
  readonly isFit: () => boolean;
  /** Called with true when the page becomes armed, and with false at each break. */
  readonly onChange: (isArmed: boolean) => void;
  /** Returns the page's time in ms. */
  readonly now: () => number;
}

/**
 * Watches whether an element is in sight and uncovered.
 *
 * A malicious host page could show the frame only for the moment of a press, or cover it, permanently or in flickers,
 * so that the user presses what they do not see. One observer checks at most ten times a second, at times that the
 * host page can guess and flicker around. A new observer checks at the next frame, so one is created after each
 * random pause: about forty checks a second. Any check that finds the element covered restarts the time. Browsers
 * without version 2 of the observer report only whether the element is in the viewport.
 */
export function watchSight(element: Element, { isFit, onChange, now }: Given): Sight {
  let isInSight = false;
  let since: number | null = null;
  let lookedAt = now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Set<() => void>();

  const isArmed = () => since !== null && now() - since >= seenForMs && now() - lookedAt < gapMs;
  function tellWhenArmed(): void {
    clearTimeout(timer);
    timer = setTimeout(
      () => (isArmed() ? onChange(true) : since !== null && tellWhenArmed()),
      seenForMs / 10,
    );
  }
  function judge(isBroken: boolean): void {
    const isSeen = isInSight && document.visibilityState === 'visible' && isFit();
    if (isSeen === (since !== null) && !(isSeen && isBroken)) return;
    const wasSeen = since !== null;
    since = isSeen ? now() : null;
    if (wasSeen) {
      clearTimeout(timer);
      for (const end of [...waiting]) end();
      onChange(false);
    }
    if (isSeen) tellWhenArmed();
  }
  function look(onLooked: () => void): void {
    const options = { threshold: [0, share, 1], trackVisibility: true, delay: 100 };
    const observer = new IntersectionObserver((entries) => {
      const newest = entries.at(-1) as Look;
      isInSight = newest.isIntersecting && newest.intersectionRatio >= share && newest.isVisible !== false;
      judge(now() - lookedAt >= gapMs);
      lookedAt = now();
      if (onLooked !== stay) observer.disconnect();
      onLooked();
    }, options);
    observer.observe(element);
  }
  // This observer stays and reports when the element goes out of sight: such a page renders no frames in which a new
  // observer would check.
  const stay = () => {};
  const lookAgain = () => setTimeout(() => look(lookAgain), Math.random() * pauseMs);
  look(stay);
  look(lookAgain);
  addEventListener('resize', () => judge(true));
  document.addEventListener('visibilitychange', () => judge(true));

  return {
    isSeen: () => since !== null,
    isArmed,
    beginAnew: () => judge(true),
    staysSeen(ms) {
      if (!isArmed()) return Promise.resolve(false);
      return new Promise((resolve) => {
        const end = (stayed: boolean) => {
          clearTimeout(ending);
          waiting.delete(broke);
          resolve(stayed);
        };
        const broke = () => end(false);
        const ending = setTimeout(() => end(isArmed()), ms);
        waiting.add(broke);
      });
    },
  };
}
