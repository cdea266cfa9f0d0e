import type { ChainType } from '@latchkey/wire';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { refuse } from '../refusal.ts';
import type { Device } from '../store.ts';
import { createEntropy } from '../vault/entropy.ts';
import { openRoot } from '../vault/parts.ts';
import type { Owner } from '../vault/vault.ts';
import { addWallet } from './addWallet.ts';
import { findRoot, openDevice } from './connect.ts';
import { type RecoverySecret, refuseShared } from './recovery/recoverySecret.ts';
import { connectOrRecover, register } from './register.ts';

/**
 * Creates the user's wallet on a chain. Both chains share one entropy, in whichever order they are created. Returns
 * only once the service has everything that recovers the wallet.
 *
 * @param given.otherRoot the user's wallet at index 0 of the other chain, if the client names one
 * @param given.secret the user's recovery secret; a wallet of a parallel request is used only if this is automatic
 * @returns its address, or the address of the wallet that a parallel request created
 * @throws Refusal `error` with code `embedded_wallet_already_exists` if the user had one before, `not_supported`
 *   if recovery is user-controlled and a Solana wallet would share it, or with another code of the service
 */
export async function createWallet(
  frame: Frame,
  session: Session,
  given: { chainType: ChainType; otherRoot?: string | undefined; secret: RecoverySecret },
): Promise<string> {
  const { chainType, otherRoot, secret } = given;
  // Checks SOL-02 before any key work.
  const isShared = chainType === 'solana' || otherRoot !== undefined;
  if (secret.method !== 'privy' && isShared) refuseShared();
  // Lists the devices before waiting for the lock, to recognise those that a parallel request has added meanwhile.
  const listing = frame.store.list(session.userId);
  return frame.withLock(session.userId, async () => {
    const resumed = await resumeCreated(frame, session, await listing);
    // A resumed wallet has the recovery with which it was created. The new secret would be ignored unnoticed.
    if (resumed && secret.method !== 'privy') refuseExisting();
    if (resumed) return addRoot(frame, session, resumed, chainType);
    if (otherRoot === undefined) {
      const owner = await createAfresh(frame, session, chainType, secret);
      return addRoot(frame, session, owner, chainType);
    }
    const owner = await connectOrRecover(frame, session, otherRoot);
    // Sent even if the wallet exists: the service distinguishes a parallel creation from a second one.
    return addWallet(frame, session, owner, { chainType, index: 0 });
  });
}

/** Returns the chain's first wallet of an entropy that was just opened or created, and adds it if it is missing. */
async function addRoot(frame: Frame, session: Session, owner: Owner, chainType: ChainType): Promise<string> {
  const root = findRoot(owner, chainType);
  return root?.address ?? addWallet(frame, session, owner, { chainType, index: 0 });
}

/**
 * Finds an entropy that a parallel request of this browser has created or recovered meanwhile, or that an earlier
 * request registered without getting the answer.
 */
async function resumeCreated(
  frame: Frame,
  session: Session,
  before: readonly Device[],
): Promise<Owner | null> {
  for (const device of await frame.store.list(session.userId)) {
    const isOld = before.some(({ deviceId, state }) => deviceId === device.deviceId && state === 'active');
    if (isOld || device.kind !== 'created') continue;
    const owner = await openDevice(frame, session, device);
    if (owner) return owner;
  }
  return null;
}

async function createAfresh(
  frame: Frame,
  session: Session,
  chainType: ChainType,
  secret: RecoverySecret,
): Promise<Owner> {
  const opened = await openRoot('created', createEntropy(), chainType);
  return register(frame, session, opened, secret, (body) => frame.api.call('create', session, body));
}

function refuseExisting(): never {
  return refuse(
    'error',
    'The wallet is there already, with the recovery that it was made with',
    'embedded_wallet_already_exists',
  );
}
