/**
 * The passkeys that recover wallets, an entry of its own for pages that show them without the modal: what opens a popup
 * must be there before the press. `@latchkey/core` has all.
 */
export {
  addRecoveryPasskey,
  listRecoveryPasskeys,
  type RecoveryPasskey,
  recoverWithPasskey,
  removeRecoveryPasskey,
} from './wallets/embedded/passkeys/recoveryPasskeys.ts';
