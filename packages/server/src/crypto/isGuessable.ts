/** Of 32 random bytes or characters of base64 or hex fewer differ once in more than 10^12 keys. */
const fewestDistinct = 8;

/**
 * Tells whether a key is one that no one drew: a byte or a few of them over and over, a text that repeats itself, or a
 * row such as 0, 1, 2 … An attacker who guesses at keys begins with these. That a key is not among them does not make it random.
 *
 * @param key bytes, or a text
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
