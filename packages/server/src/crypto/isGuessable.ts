/**
 * Fewest distinct bytes or characters that a random key may have. Fewer occur in less than one of 10^18 keys of 32
 * bytes, also as base64 or hex, and in about one of 27 million texts of 32 hex digits.
 */
const fewestDistinct = 8;

/**
 * Returns true if a key was clearly not drawn at random: a few bytes over and over, a text that repeats itself, or a
 * sequence such as 0, 1, 2 …
 */
export function isGuessable(key: Uint8Array | string): boolean {
  const values = Array.from(Buffer.from(key));
  if (new Set(values).size < fewestDistinct) return true;
  const repeats = (period: number) => values.every((value, place) => value === values[place % period]);
  if (Array.from({ length: Math.floor(values.length / 2) }, (_, index) => index + 1).some(repeats))
    return true;
  const steps = values.slice(1).map((value, place) => (value - (values[place] ?? 0) + 256) % 256);
  return new Set(steps).size === 1;
}
