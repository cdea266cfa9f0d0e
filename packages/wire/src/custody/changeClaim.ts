import type { AddWalletBody } from './create.ts';
import type { EnrolDeviceBody } from './devices.ts';
import type { SetRecoveryBody } from './recover.ts';
import type { AddRecoveryPasskeyBody } from './recoveryPasskeys.ts';

/** Content that a change stores: texts, whole numbers, and objects of these. */
export interface ChangeContent {
  readonly [name: string]: string | number | ChangeContent;
}

/** Change that a key of an existing entropy signs: of data about the entropy, or a user's first second factor. */
export interface Change {
  readonly act: 'recovery' | 'passkey' | 'device' | 'wallet' | 'factor';
  readonly id: string;
  readonly version: number;
  /** What the change stores; for a factor, its name and the session that enrols it. */
  readonly content: ChangeContent;
}

/**
 * Returns the text that a key of an entropy signs for a {@link Change}. An attacker with a stolen session, but
 * without the key, could otherwise replace the data about the entropy with garbage or with an address of their own, or
 * enrol a second factor of their own.
 *
 * Ethereum signs its Keccak-256; Solana signs it with Ed25519ctx under {@link changeClaimContext}. `walletClaim` has
 * another first line and context, so neither signature is valid as the other. A signature of a message, typed data or
 * transaction that a host page obtains is not valid as a change; the signature of a hash that it chooses may be
 * (`allow_raw_signing`).
 *
 * @param change.contentHash SHA-256 of {@link toCanonicalJson} of its content, base64url
 */
export const changeClaim = (
  owner: { appId: string; userId: string; entropyUid: string },
  change: Omit<Change, 'content'> & { contentHash: string },
) =>
  [
    '\x19Latchkey change v1',
    change.act,
    ...[owner.appId, owner.userId, owner.entropyUid],
    ...[change.id, String(change.version), change.contentHash],
  ].join('\n');

/** Ed25519ctx context of a Solana wallet's signature over {@link changeClaim}. */
export const changeClaimContext = 'Latchkey change v1';

/** Writes content as JSON with names in the order of their UTF-16 code units and without white space (RFC 8785). */
export function toCanonicalJson(content: ChangeContent): string {
  const names = Object.keys(content).sort();
  const fields = names.map((name) => {
    const value = content[name];
    return `${JSON.stringify(name)}:${typeof value === 'object' ? toCanonicalJson(value) : JSON.stringify(value)}`;
  });
  return `{${fields.join(',')}}`;
}

/** Returns the change that puts another recovery set in force. `automatic` is signed as `privy`, its other name. */
export const recoveryChange = (set: SetRecoveryBody['recovery']): Change => ({
  act: 'recovery',
  id: set.recovery_id,
  version: set.recovery_version,
  content: set,
});

/** Returns the change that adds a passkey's recovery pair, which is never replaced. */
export const passkeyChange = (passkey: AddRecoveryPasskeyBody['passkey']): Change => ({
  act: 'passkey',
  id: passkey.recovery_id,
  version: 1,
  content: passkey,
});

/** Returns the change that adds a device. */
export const deviceChange = ({
  device_id,
  auth_part,
}: Pick<EnrolDeviceBody, 'device_id' | 'auth_part'>): Change => ({
  act: 'device',
  id: device_id,
  version: 1,
  content: { device_id, auth_part },
});

/** Returns the change that adds a wallet. The new wallet's own key also signs a claim (`walletClaim`). */
export const walletChange = ({
  address,
  chain_type,
  wallet_index,
}: Omit<AddWalletBody['wallet'], 'signature'>): Change => ({
  act: 'wallet',
  id: address,
  version: wallet_index,
  content: { address, chain_type, wallet_index },
});

/**
 * Returns the change that enrols a user's first second factor, for one session.
 *
 * @param factor.name the `enrollment_id` of an authenticator app, a phone number as it is sent, or the ids of
 *   passkeys joined by a space
 */
export const factorChange = (factor: { method: string; name: string; sessionId: string }): Change => ({
  act: 'factor',
  id: factor.method,
  version: 1,
  content: { name: factor.name, session_id: factor.sessionId },
});
