/** Converts the time that a factor keeps the wallet open to whole seconds. Null for a user without a factor. */
export const toUnlockedFor = (openMs: number | null): number | null =>
  openMs === null ? null : Math.floor(openMs / 1000);
