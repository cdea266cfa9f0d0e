/** How long the page must have been in sight before a press counts, in ms. */
const seenForMs = 500;

/** What newer browsers tell besides: whether nothing covers, fades or distorts the element (Intersection Observer v2). */
interface Sight extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/**
 * Tells when an element has been in sight, uncovered, for half a second, and when it no longer is.
 *
 * Threat: a host page that shows the frame only for the moment of a click, or lays something else over it, so that a
 * person presses what he does not see. Browsers without the second version of the observer see only whether it is in
 * the viewport.
 *
 * @param isFit what must hold besides all that time, such as room enough to read; asked again when the page is resized
 */
export function armWhenSeen(
  element: Element,
  setArmed: (isArmed: boolean) => void,
  isFit: () => boolean = () => true,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isInSight = false;
  let isSeen = false;
  const judge = () => {
    const seen = isInSight && isFit();
    if (seen === isSeen) return;
    isSeen = seen;
    clearTimeout(timer);
    if (seen) timer = setTimeout(() => setArmed(true), seenForMs);
    else setArmed(false);
  };
  const options = { threshold: 0.9, trackVisibility: true, delay: 100 };
  const observer = new IntersectionObserver((entries) => {
    const newest = entries.at(-1) as Sight;
    isInSight = newest.isIntersecting && newest.intersectionRatio >= 0.9 && newest.isVisible !== false;
    judge();
  }, options);
  addEventListener('resize', judge);
  observer.observe(element);
}
