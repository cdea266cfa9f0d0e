/** How long a factor keeps the wallet open, as the wire says it: whole seconds; null for a user without one. */
export const toUnlockedFor = (openMs: number | null): number | null =>
  openMs === null ? null : Math.floor(openMs / 1000);
