import { fail, type RecoveryMethod } from '@latchkey/wire';
import type { AppSettings } from '../../../config/index.ts';
import { findPasswordFlaw } from '../password/checkPassword.ts';

/** What recovers a wallet: nothing for automatic recovery, else what only the user has. */
export interface RecoverySecret {
  /** For `user-passcode`. */
  readonly password?: string | undefined;
  /** For `google-drive` and `icloud`: what `startRecoveryOAuth` gave. */
  readonly accessToken?: string | undefined;
}

/** How a wallet is to be recovered. */
export interface Recovery extends RecoverySecret {
  readonly method: RecoveryMethod;
}

/** The secret under the names of the frame's messages (docs/wire/protocol.md §4.3). */
interface FrameSecret {
  recoveryPassword?: string;
  recoveryAccessToken?: string;
}

/**
 * Gives the secret that a method needs, and no other (RECO-04).
 *
 * @throws ServiceError `invalid_data` where it is missing, `not_supported` for a method that no one knows
 */
export function toFrameSecret(
  method: RecoveryMethod | null,
  { password, accessToken }: RecoverySecret,
): FrameSecret {
  switch (method) {
    case 'privy':
      return {};
    case 'user-passcode':
      return { recoveryPassword: password || fail('invalid_data', { message: 'password is missing' }) };
    case 'google-drive':
    case 'icloud':
      return {
        recoveryAccessToken: accessToken || fail('invalid_data', { message: 'accessToken is missing' }),
      };
    default:
      return fail('not_supported', {
        message: `Recovery method ${method} is not supported`,
        details: { reason: 'recovery_method' },
      });
  }
}

/**
 * Refuses a password that breaks the rules (RECO-14, RECO-16): a user who sets one must be able to type it into the modal later.
 *
 * @throws ServiceError `invalid_data`
 */
export function checkNewSecret({ method, password = '' }: Recovery, settings: AppSettings | null): void {
  if (method !== 'user-passcode') return;
  const flaw = findPasswordFlaw(password, settings?.embeddedWallets.recoveryPasswordMinLength);
  if (!flaw) return;
  fail('invalid_data', {
    message:
      flaw.kind === 'too-short'
        ? `Password must be at least ${flaw.minLength} characters`
        : `Invalid characters used ( ${flaw.offenders.join(' ')} )`,
  });
}
