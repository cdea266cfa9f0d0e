import type { Sealing } from '../crypto/index.ts';
import type { UserKey } from '../userKey.ts';

/**
 * Names an auth part and its owner. All fields are in the AAD, so a part that an attacker moved to another row of the
 * database does not open there.
 */
export interface AuthPartRef extends UserKey {
  entropyUid: string;
  kind: 'device' | 'recovery';
  /** Device id or recovery id. */
  partId: string;
}

const aadOf = (ref: AuthPartRef) => [ref.userId, ref.entropyUid, ref.partId, `${ref.kind}-auth`];

export function sealAuthPart(sealing: Sealing, ref: AuthPartRef, part: string): Promise<Uint8Array> {
  return sealing.seal(ref.appId, aadOf(ref), fromBase64url(part));
}

export async function openAuthPart(sealing: Sealing, ref: AuthPartRef, sealed: Uint8Array): Promise<string> {
  return toBase64url(await sealing.open(ref.appId, aadOf(ref), sealed));
}

export const fromBase64url = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
export const toBase64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
