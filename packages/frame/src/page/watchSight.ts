/** Without a break for so long before a press counts, in ms. */
const seenForMs = 1_000;
/** And for so long after it: what covered the page at the press may be told a little later. */
export const settledForMs = 300;
/** Longest random pause between two looks, and the gap after which what was seen before no longer counts, in ms. */
const pauseMs = 30;
const gapMs = 1_000;
/** How much of the element must be in sight. */
const share = 0.95;

/** What newer browsers tell besides: whether nothing covers, fades or distorts the element (Intersection Observer v2). */
interface Look extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/** How a page is seen. */
export interface Sight {
  /** Tells whether it is in sight and uncovered now. */
  isSeen(): boolean;
  /** Whether it has been in sight, uncovered and of one size for {@link seenForMs}. */
  isArmed(): boolean;
  /** Resolves after a time, in ms, with true where it stayed so; at the first break with false. */
  staysSeen(ms: number): Promise<boolean>;
  /** Begins the time anew: what is in sight has changed, and was not seen for a second yet. */
  beginAnew(): void;
}

interface Given {
  /** What must hold besides, such as room enough to read; asked again when the page is resized. */
  readonly isFit: () => boolean;
  /** Told at every change of {@link Sight.isArmed}, and false again at a break while it is not armed. */
  readonly onChange: (isArmed: boolean) => void;
  /** The page's clock, in ms. */
  readonly now: () => number;
}

/**
 * Watches whether an element is in sight, uncovered.
 *
 * Threat: a host page that shows the frame only for the moment of a press, or lays something over it, for good or in
 * flickers, so that a person presses what they do not see. One observer looks ten times a second at most, at times that
 * the host can guess and flicker around. A new one looks at the next frame: so there is a new one after a random pause,
 * again and again, some forty looks a second. Any of them that finds the element covered begins the time anew. Browsers
 * without the second version of the observer see only whether it is in the viewport.
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
  /** @param isBroken something happened that begins the time anew */
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
  // One stays, and tells the end: a frame out of sight draws no frames at which a new one would look.
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
