import { limits } from '@latchkey/wire';

/** Reason to refuse a recovery password. The screen has the texts (RECO-14 to RECO-17). */
export type PasswordFlaw =
  | { readonly kind: 'too-short'; readonly minLength: number }
  /** Characters that are not allowed, each once, in the order typed. A space is `SPACE`. */
  | { readonly kind: 'characters'; readonly offenders: readonly string[] };

/** Letters, digits and ! @ # $ % ^ & * ( ) - _ + . (RECO-15). */
const allowed = /^[a-zA-Z0-9!@#$%^&*()\-_+.]$/;

/**
 * Returns the flaw of a recovery password, or null if it is valid (RECO-14, RECO-16). Reports forbidden characters
 * first, because typing more cannot fix them.
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

/** A space would be invisible in the list. */
const nameOf = (sign: string) => (sign === ' ' ? 'SPACE' : sign);
