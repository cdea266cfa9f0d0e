import type { AddWalletBody } from './create.ts';
import type { EnrolDeviceBody } from './devices.ts';
import type { SetRecoveryBody } from './recover.ts';
import type { AddRecoveryPasskeyBody } from './recoveryPasskeys.ts';

/** What a change stores: texts, whole numbers, and objects of them. */
export interface ChangeContent {
  readonly [name: string]: string | number | ChangeContent;
}

/** A change of what is stored about an entropy that is there already. */
export interface Change {
  readonly act: 'recovery' | 'passkey' | 'device' | 'wallet' | 'factor';
  readonly id: string;
  readonly version: number;
  /** All that the request stores, as it is sent. */
  readonly content: ChangeContent;
}

/**
 * What a key of an entropy signs when something is stored beside it, so that no one who holds a session alone puts
 * rubbish, or an address of their own, in its place.
 *
 * Ethereum signs its Keccak-256, Solana signs it by Ed25519ctx under {@link changeClaimContext}, as for `walletClaim`,
 * whose first line and context are others: neither serves as the other. No field can hold a line feed.
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

/** The context of a Solana wallet's signature over {@link changeClaim}. */
export const changeClaimContext = 'Latchkey change v1';

/** A content as one text: names in the order of their UTF-16 code units, no blanks (RFC 8785). */
export function toCanonicalJson(content: ChangeContent): string {
  const names = Object.keys(content).sort();
  const fields = names.map((name) => {
    const value = content[name];
    return `${JSON.stringify(name)}:${typeof value === 'object' ? toCanonicalJson(value) : JSON.stringify(value)}`;
  });
  return `{${fields.join(',')}}`;
}

/** Another recovery set in force. `automatic` is signed as `privy`, its other name. */
export const recoveryChange = (set: SetRecoveryBody['recovery']): Change => ({
  act: 'recovery',
  id: set.recovery_id,
  version: set.recovery_version,
  content: set,
});

/** A further recovery pair; it has no successor. */
export const passkeyChange = (passkey: AddRecoveryPasskeyBody['passkey']): Change => ({
  act: 'passkey',
  id: passkey.recovery_id,
  version: 1,
  content: passkey,
});

/** A further device. */
export const deviceChange = ({
  device_id,
  auth_part,
}: Pick<EnrolDeviceBody, 'device_id' | 'auth_part'>): Change => ({
  act: 'device',
  id: device_id,
  version: 1,
  content: { device_id, auth_part },
});

/** A further wallet, which its own key claims besides. */
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
 * A first second factor, for one session.
 *
 * @param factor.name what is enrolled: of an authenticator app the `enrollment_id`, of a number as it is sent, of
 *   passkeys their ids joined by a blank
 */
export const factorChange = (factor: { method: string; name: string; sessionId: string }): Change => ({
  act: 'factor',
  id: factor.method,
  version: 1,
  content: { name: factor.name, session_id: factor.sessionId },
});
