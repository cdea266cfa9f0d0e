import { zero } from '../../bytes.ts';
import type { Session } from '../../custody/sessions.ts';
import type { Frame } from '../../frame.ts';
import type { Owner } from '../../vault/vault.ts';
import { assertNotOlder, connectLocked, refuseLocked, toEntropyRef } from '../connect.ts';
import { signUnlockedChange } from '../ownership.ts';
import { type RecoverySecret, refuseShared } from './recoverySecret.ts';
import { createRecoverySet } from './recoverySet.ts';

/**
 * Changes the recovery of a wallet in this browser. Returns only once the new recovery is in force. Recovery passkeys
 * stay as they are (docs/custody.md, "Set recovery").
 *
 * @param rootAddress a wallet at index 0, EIP-55 or base 58
 * @throws Refusal `wallet_not_on_device`, `invalid_request_arguments` for a password that is too short, `error`
 *   with a code, such as `recent_login_required`, `recovery_changed` or `not_supported` (SOL-02)
 */
export function setRecovery(
  frame: Frame,
  session: Session,
  rootAddress: string,
  secret: RecoverySecret,
): Promise<void> {
  return frame.withLock(session.userId, async () => {
    const owner = await connectLocked(frame, session, rootAddress);
    assertAllowed(owner, secret);
    const ref = toEntropyRef(rootAddress);
    const seen = await frame.api.call('recoveryParameters', session, ref);
    if (seen.entropy_uid !== owner.entropyUid) refuseLocked();
    const devices = (await frame.store.list(session.userId)).filter(
      ({ entropyUid }) => entropyUid === owner.entropyUid,
    );
    for (const device of devices) assertNotOlder(seen.recovery_version, device.recoveryVersion);
    const entropy = frame.vault.withEntropy(owner, (held) => Uint8Array.from(held)) ?? refuseLocked();
    try {
      const { entropyUid } = owner;
      const place = { entropyUid, recoveryVersion: seen.recovery_version + 1 };
      const recovery = await createRecoverySet(frame, session, entropy, place, secret);
      const { recovery_id: id, recovery_version: version } = recovery;
      const change = { act: 'recovery', id, version, content: recovery } as const;
      const signed = await signUnlockedChange(frame, owner, rootAddress, change);
      const body = { ...signed, recovery };
      const { recovery_version: recoveryVersion } = await frame.api.call('setRecovery', session, body);
      // From now on, this browser refuses a service that brings back the old recovery.
      for (const device of devices) await frame.store.update({ ...device, recoveryVersion });
      owner.recoveryMethod = secret.method;
    } finally {
      zero(entropy);
    }
  });
}

/** Refuses user-controlled recovery if there is a Solana wallet (SOL-02). */
function assertAllowed(owner: Owner, { method }: RecoverySecret): void {
  if (method !== 'privy' && owner.wallets.some(({ chainType }) => chainType === 'solana')) refuseShared();
}
