/**
 * Rules of recovery passwords (RECO-14 to RECO-21): which are allowed, and how strong one is. The generator of random
 * passwords (`generateRecoveryPassword.ts`) loads with its words at the first call.
 */
export { findPasswordFlaw, type PasswordFlaw } from './checkPassword.ts';
export { type PasswordStrength, passwordStrengthOf, scorePassword } from './passwordStrength.ts';
