/**
 * The rules of recovery passwords (RECO-14 to RECO-21): which are allowed, how strong one is, and one that is drawn at random. Nothing
 * here knows a screen or the frame; what becomes of a password is the frame's matter.
 */
import type { LatchkeyClient } from '../../../client.ts';
import { internalsOf } from '../../../internals.ts';

export { findPasswordFlaw, type PasswordFlaw } from './checkPassword.ts';
export { type PasswordStrength, passwordStrengthOf, scorePassword } from './passwordStrength.ts';

/**
 * Draws a recovery password of four words that is valid for the client's app. The words are loaded at the first call.
 *
 * @example
 * await generateRecoveryPassword(client) // 'gravel-lantern-oblige-thimble'
 */
export async function generateRecoveryPassword(client: LatchkeyClient): Promise<string> {
  const { environment, state } = internalsOf(client);
  const { generatePassword } = await import('./generatePassword.ts');
  return generatePassword(
    environment.random,
    state.get().settings?.embeddedWallets.recoveryPasswordMinLength ?? 0,
  );
}
