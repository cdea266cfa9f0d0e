import type { ChainType } from '@latchkey/wire';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { refuse } from '../refusal.ts';
import { toAddress } from '../sign/address.ts';
import type { Device } from '../store.ts';
import { createEntropy, deriveKey } from '../vault/entropy.ts';
import type { Opened } from '../vault/parts.ts';
import type { Owner } from '../vault/vault.ts';
import { addWallet } from './addWallet.ts';
import { findRoot, openDevice } from './connect.ts';
import { type RecoverySecret, refuseShared } from './recovery/recoverySecret.ts';
import { connectOrRecover, register } from './register.ts';

/**
 * Creates the user's wallet of a chain. Both chains share one entropy, whichever came first.
 * Answers only when the service has everything that recovers it.
 *
 * @param given.otherRoot the user's wallet at index 0 of the other chain, where there is one; the service knows it too
 * @param given.secret by what its owner recovers it; of a parallel request's wallet only an automatic one is taken
 * @returns its address, or that of the wallet which a parallel request made
 * @throws Refusal `error` with code `embedded_wallet_already_exists` when the user had one before, `not_supported` for a
 *   Solana wallet where the user's recovery is their own
 */
export async function createWallet(
  frame: Frame,
  session: Session,
  given: { chainType: ChainType; otherRoot?: string | undefined; secret: RecoverySecret },
): Promise<string> {
  const { chainType, otherRoot, secret } = given;
  // SOL-02, before any key work: the service asks it again.
  const isShared = chainType === 'solana' || otherRoot !== undefined;
  if (secret.method !== 'privy' && isShared) refuseShared();
  // Asked before this waits for its turn, and heard in it.
  const listing = frame.store.list(session.userId);
  return frame.withLock(session.userId, async () => {
    const resumed = await resumeCreated(frame, session, await listing);
    // Made before a crash, it has the password of that time: this one would be void unnoticed.
    if (resumed && secret.method !== 'privy') refuseExisting();
    if (resumed) return addRoot(frame, session, resumed, chainType);
    if (otherRoot === undefined) {
      const owner = await createAfresh(frame, session, chainType, secret);
      return addRoot(frame, session, owner, chainType);
    }
    const owner = await connectOrRecover(frame, session, otherRoot);
    // Asked even where it is there already: the service tells a parallel create from a second one.
    return addWallet(frame, session, owner, { chainType, index: 0 });
  });
}

/** The chain's first wallet of an entropy that was opened or made just now, which may serve the other chain alone so far. */
async function addRoot(frame: Frame, session: Session, owner: Owner, chainType: ChainType): Promise<string> {
  const root = findRoot(owner, chainType);
  return root?.address ?? addWallet(frame, session, owner, { chainType, index: 0 });
}

/**
 * Finds an entropy that this browser made, but has not answered for: by another tab while this one waited, or before a
 * crash that came after the service had committed.
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
  const kind = 'created';
  const entropy = createEntropy();
  const rootKey = await deriveKey(kind, entropy, chainType, 0);
  const opened: Opened = { kind, entropy, rootKey, rootAddress: toAddress(chainType, rootKey) };
  return register(frame, session, opened, secret, (body) => frame.api.call('create', session, body));
}

function refuseExisting(): never {
  return refuse(
    'error',
    'The wallet is there already, with the recovery that it was made with',
    'embedded_wallet_already_exists',
  );
}
