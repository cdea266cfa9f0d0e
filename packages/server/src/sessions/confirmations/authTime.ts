/**
 * Returns the time of a proof, at most now. The time may come from another system's clock, and a time in the future
 * would keep the login recent for too long.
 */
export const authTimeOf = (provedAtMs: number, nowMs: number): number => Math.min(provedAtMs, nowMs);
