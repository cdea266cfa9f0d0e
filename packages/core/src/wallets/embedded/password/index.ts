/**
 * The rules of recovery passwords (RECO-14 to RECO-21): which are allowed and how strong one is. One that is
 * drawn at random is loaded when it is asked for (`generateRecoveryPassword.ts`), with its words. Nothing here knows a screen or the frame; what becomes of a password is the frame's matter.
 */
export { findPasswordFlaw, type PasswordFlaw } from './checkPassword.ts';
export { type PasswordStrength, passwordStrengthOf, scorePassword } from './passwordStrength.ts';
