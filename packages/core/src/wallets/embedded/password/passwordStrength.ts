import { findPasswordFlaw } from './checkPassword.ts';

export type PasswordStrength = 'Strong' | 'Medium' | 'Weak';

/** Character classes and their sizes. The symbols are those of a US keyboard (RECO-19). */
const classes = [
  { pattern: /[a-z]/, size: 26 },
  { pattern: /[A-Z]/, size: 26 },
  { pattern: /[0-9]/, size: 10 },
  { pattern: /[^a-zA-Z0-9]/, size: 33 },
] as const;

/**
 * Scores a password by the specification's formula (RECO-18, RECO-19). Variety counts only in a password of at least
 * 8 characters. Entropy is the length times log2 of the total size of the classes used.
 */
export function scorePassword(password: string): number {
  const used = classes.filter(({ pattern }) => pattern.test(password));
  const variety = password.length < 8 ? 0 : Math.min(used.length / 3, 1);
  const pool = used.reduce((sum, { size }) => sum + size, 0);
  const entropy = pool === 0 ? 0 : password.length * Math.log2(pool);
  return (0.3 * variety + entropy / 95) / 2;
}

/** Rates a password in the specification's terms. A password that is not allowed is `Weak` (RECO-20). */
export function passwordStrengthOf(password: string, minLength?: number): PasswordStrength {
  if (findPasswordFlaw(password, minLength)) return 'Weak';
  const score = scorePassword(password);
  if (score > 0.9) return 'Strong';
  return score > 0.5 ? 'Medium' : 'Weak';
}
