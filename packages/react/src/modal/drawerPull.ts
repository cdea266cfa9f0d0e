/** A drawer that is pulled down by more than this share of its height closes, however slowly. */
const closeShare = 0.4;
/** Speed of a fling that closes, in px/ms, over the last moments of the pull. */
const flingSpeed = 0.5;
const flingMs = 100;
/** Pulls that are shorter than this, in px, count as a press that slipped, however fast they are. */
const slipPx = 16;

/** Position of a finger in px, and its time in ms. */
export interface Sample {
  readonly y: number;
  readonly at: number;
}

export interface Pull {
  readonly from: number;
  /** Samples of the last `flingMs`, oldest first. */
  readonly samples: readonly Sample[];
}

/** Adds a sample to a pull and drops samples that are too old to measure a fling. */
export function pullOn(pull: Pull, sample: Sample): Pull {
  const recent = pull.samples.filter(({ at }) => sample.at - at <= flingMs);
  return { from: pull.from, samples: [...recent, sample] };
}

/**
 * Returns true if a drawer closes when the finger is lifted: it was pulled down far enough, or flung. A finger that
 * rested before it was lifted did not fling.
 *
 * @param heightPx height of the drawer
 * @param atMs time when the finger was lifted
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
