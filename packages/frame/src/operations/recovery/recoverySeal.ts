import { type Bytes, toAad, zero } from '../../bytes.ts';
import { open, seal, toSealingKey } from '../../custody/sealing.ts';

/**
 * Place of a sealed part, used as its associated data. An attacker who can write to the recovery store could otherwise
 * move the part to another user, wallet or version.
 */
export interface RecoveryPlace {
  readonly appId: string;
  readonly userId: string;
  readonly entropyUid: string;
  readonly recoveryId: string;
  readonly recoveryVersion: number;
}

/** Seals a recovery part under a recovery key, and checks that it opens again before anything relies on it. */
export async function sealRecovery(key: Bytes, part: Bytes, place: RecoveryPlace): Promise<Bytes> {
  const sealed = await seal(await toSealingKey(key), part, aadOf(place));
  const readBack = await openRecovery(key, sealed, place);
  const same = readBack.length === part.length && readBack.every((byte, index) => byte === part[index]);
  zero(readBack);
  if (!same) throw new Error('the sealed recovery part does not open');
  return sealed;
}

/**
 * Opens a sealed recovery part, which the caller must overwrite.
 *
 * @throws DOMException if the key is wrong, or the part is not that of this place
 */
export async function openRecovery(key: Bytes, sealed: Bytes, place: RecoveryPlace): Promise<Bytes> {
  return open(await toSealingKey(key), sealed, aadOf(place));
}

function aadOf(place: RecoveryPlace): Bytes {
  const { appId, userId, entropyUid, recoveryId, recoveryVersion } = place;
  return toAad('recovery-part', appId, userId, entropyUid, recoveryId, String(recoveryVersion));
}
