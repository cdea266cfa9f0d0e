/*
 * What sign-in messages are made of, on every chain (EIP-4361; Solana's follow it). As sources of regular expressions, with one
 * group each where a reader needs what stands there.
 */

/** A host with its port, and a user before it (RFC 3986 §3.2); which of them is right is not the grammar's to say. */
export const authority = String.raw`[A-Za-z0-9._~!$&'()*+,;=:@%[\]-]+`;
export const uri = '[A-Za-z][A-Za-z0-9+.-]*:[!-~]+';
/** A time with its zone (RFC 3339). */
export const time = String.raw`(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))`;

/** A time of a message, Unix ms; NaN for one that no calendar has. `Date.parse` alone takes 31 February for 3 March. */
export function toTimeMs(text: string): number {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const isInCalendar = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  return isInCalendar ? Date.parse(text) : Number.NaN;
}
