import { fail, type RecoveryMethod } from '@latchkey/wire';
import type { AppSettings } from '../../../config/index.ts';
import { findPasswordFlaw } from '../password/checkPassword.ts';

/** Secret that recovers a wallet. Automatic recovery needs none. */
export interface RecoverySecret {
  /** For `user-passcode`. */
  readonly password?: string | undefined;
  /** For `google-drive` and `icloud`: the token that `startRecoveryOAuth` returned. */
  readonly accessToken?: string | undefined;
}

export interface Recovery extends RecoverySecret {
  readonly method: RecoveryMethod;
}

/** The secret, with the field names of the frame's messages (docs/wire/protocol.md §4.3). */
interface FrameSecret {
  recoveryPassword?: string;
  recoveryAccessToken?: string;
}

/**
 * Returns only the secret that a method requires (RECO-04).
 *
 * @throws ServiceError `invalid_data` if it is missing, `not_supported` for an unknown method
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
 * Rejects a new password that breaks the rules (RECO-14, RECO-16).
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
