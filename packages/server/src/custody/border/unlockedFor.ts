/** Converts the time until the wallet locks to whole seconds. Null for a user without a second factor. */
export const toUnlockedFor = (openMs: number | null): number | null =>
  openMs === null ? null : Math.floor(openMs / 1000);
