import { limits } from '@latchkey/wire';

/** Why a recovery password is refused. The screen has the words (RECO-14 to RECO-17). */
export type PasswordFlaw =
  | { readonly kind: 'too-short'; readonly minLength: number }
  /** Signs that are not allowed, each once, in the order in which they were typed. A space is `SPACE`. */
  | { readonly kind: 'characters'; readonly offenders: readonly string[] };

/** Letters, digits and ! @ # $ % ^ & * ( ) - _ + . (RECO-15). */
const allowed = /^[a-zA-Z0-9!@#$%^&*()\-_+.]$/;

/**
 * Tells what is wrong with a recovery password, or null where it is good (RECO-14, RECO-16). What cannot be mended by typing on is
 * told first.
 *
 * @param minLength in characters; the app may raise it (`recovery_password_min_length`)
 * @example
 * findPasswordFlaw('käse brot') // { kind: 'characters', offenders: ['ä', 'SPACE'] }
 */
export function findPasswordFlaw(
  password: string,
  minLength: number = limits.recoveryPasswordLength,
): PasswordFlaw | null {
  const signs = [...password];
  const offenders = new Set(signs.filter((sign) => !allowed.test(sign)).map(nameOf));
  if (offenders.size > 0) return { kind: 'characters', offenders: [...offenders] };
  return signs.length < minLength ? { kind: 'too-short', minLength } : null;
}

/** A space cannot be seen in a list. */
const nameOf = (sign: string) => (sign === ' ' ? 'SPACE' : sign);
