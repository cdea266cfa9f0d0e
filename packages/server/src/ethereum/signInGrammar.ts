/* Parts of sign-in messages on every chain (EIP-4361; Solana's follow it), as sources of regular expressions. Only
   `time` contains a capturing group: the time itself. */

/**
 * Characters of a host with its port, and of a user before it (RFC 3986 §3.2). The grammar does not decide which
 * hosts are allowed.
 */
export const authority = String.raw`[A-Za-z0-9._~!$&'()*+,;=:@%[\]-]+`;
export const uri = '[A-Za-z][A-Za-z0-9+.-]*:[!-~]+';
/** Time with its zone (RFC 3339). */
export const time = String.raw`(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))`;

/**
 * Parses a time of a message to Unix ms, or NaN for a date that does not exist. `Date.parse` alone would read 31
 * February as 3 March.
 */
export function toTimeMs(text: string): number {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const isInCalendar = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  return isInCalendar ? Date.parse(text) : Number.NaN;
}
