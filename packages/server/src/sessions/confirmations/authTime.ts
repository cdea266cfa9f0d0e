/** The time of a proof that another user's clock gave: never later than now, or it would count as fresh for longer. */
export const authTimeOf = (provedAtMs: number, nowMs: number): number => Math.min(provedAtMs, nowMs);
