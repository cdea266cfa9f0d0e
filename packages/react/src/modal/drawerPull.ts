/** Share of its height that a drawer must be pulled down to close. */
const closeShare = 0.4;
/** Speed of a fling that closes, in px/ms, over the last moments of the pull. */
const flingSpeed = 0.5;
const flingMs = 100;
/** A press that slips by less is no pull, however fast it was. */
const slipPx = 16;

/** Where a finger was, in px and ms. */
export interface Sample {
  readonly y: number;
  readonly at: number;
}

/** How a drawer is pulled, from the finger's first touch on. */
export interface Pull {
  readonly from: number;
  /** Those of the last moments, oldest first. */
  readonly samples: readonly Sample[];
}

/** The pull with one more sample; what is too old to tell a fling goes. */
export function pullOn(pull: Pull, sample: Sample): Pull {
  const recent = pull.samples.filter(({ at }) => sample.at - at <= flingMs);
  return { from: pull.from, samples: [...recent, sample] };
}

/**
 * Whether a drawer closes when the finger leaves it: pulled down far enough, or flung. A finger that rested before it
 * left did not fling, and one that shakes is measured over more than its last twitch.
 *
 * @param heightPx of the drawer
 * @param atMs when the finger left
 */
export function closesDrawer(pull: Pull, heightPx: number, atMs: number): boolean {
  const last = pull.samples.at(-1);
  if (!last) return false;
  const pulled = last.y - pull.from;
  if (pulled > heightPx * closeShare) return true;
  const [first] = pull.samples.filter(({ at }) => atMs - at <= flingMs);
  const isOnItsWayBack = last.y < (pull.samples.at(-2)?.y ?? 0);
  if (!first || pulled < slipPx || isOnItsWayBack) return false;
  return (last.y - first.y) / Math.max(1, atMs - first.at) > flingSpeed;
}
