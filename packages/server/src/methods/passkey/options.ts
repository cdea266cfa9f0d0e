import {
  limits,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  toPlainLine,
  type WireAccount,
  type WireUser,
} from '@latchkey/wire';
import { algorithms, type PasskeyCredential } from './verify.ts';

/** What a browser makes a passkey of. It can be found without a name, and is unlocked by face, finger or PIN. */
export function creationOptions(input: {
  rp: { name: string; id: string };
  /** What the browser shows it as. */
  name: string;
  handle: string;
  challenge: string;
  /** Passkeys that the person has already: no authenticator makes a second one. */
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
    // Who made the authenticator decides nothing here, and asking for it costs people a question.
    attestation: 'none',
    extensions: { cred_props: { rk: true } },
  };
}

/**
 * What a browser asks for a passkey with. At a login it names none, so that no one learns which there are (S39).
 *
 * @param allowed ids that a signed-in user may use, where only some of theirs will do
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

/** What a browser shows a user's passkey as: the name that they know their account by. */
export function nameOf(user: WireUser, appName: string): string {
  return toPlainLine(user.linked_accounts.map(handleOf).find((name) => name !== null) ?? appName);
}

function handleOf(account: WireAccount): string | null {
  if (account.type === 'email') return account.address;
  if (account.type === 'phone') return account.phoneNumber;
  if ('email' in account && account.email) return account.email;
  return ('username' in account && account.username) || null;
}
