import {
  limits,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  toPlainLine,
  type WireAccount,
  type WireUser,
} from '@latchkey/wire';
import { algorithms, type PasskeyCredential } from './verify.ts';

/**
 * Returns the options for creating a passkey. The passkey is discoverable, so the user types no name at a login, and
 * each use requires face, finger or PIN.
 */
export function creationOptions(input: {
  rp: { name: string; id: string };
  name: string;
  handle: string;
  challenge: string;
  /** Passkeys of the user. An authenticator that has one creates no second. */
  existing: readonly { subject: string; credential: PasskeyCredential }[];
}): PasskeyCreationOptions {
  const { rp, name, handle, challenge, existing } = input;
  return {
    rp,
    user: { id: handle, name, display_name: name },
    challenge,
    pub_key_cred_params: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: limits.passkeyTimeoutMs,
    exclude_credentials: existing.map(({ subject, credential }) => ({
      id: subject,
      type: 'public-key',
      transports: [...credential.transports],
    })),
    authenticator_selection: {
      require_resident_key: true,
      resident_key: 'required',
      user_verification: 'required',
    },
    // Attestation would prove the authenticator's maker. The maker decides nothing here, and users would see another
    // prompt.
    attestation: 'none',
    extensions: { cred_props: { rk: true } },
  };
}

/**
 * Returns the options for using a passkey. A login names no passkeys, so an attacker does not learn which exist
 * (S39).
 *
 * @param allowed ids of the passkeys that a signed-in user may use; empty for any
 */
export const requestOptions = (
  rpId: string,
  challenge: string,
  allowed: readonly string[] = [],
): PasskeyRequestOptions => ({
  challenge,
  timeout: limits.passkeyTimeoutMs,
  rp_id: rpId,
  allow_credentials: allowed.map((id) => ({ id, type: 'public-key' })),
  user_verification: 'required',
});

/**
 * Returns the name that a browser shows for a user's passkey, and an authenticator app for their secret: an email
 * address, phone number or user name of the user, or the app's name if they have none.
 */
export function nameOf(user: WireUser, appName: string): string {
  return toPlainLine(user.linked_accounts.map(handleOf).find((name) => name !== null) ?? appName);
}

function handleOf(account: WireAccount): string | null {
  if (account.type === 'email') return account.address;
  if (account.type === 'phone') return account.phoneNumber;
  if ('email' in account && account.email) return account.email;
  return ('username' in account && account.username) || null;
}
