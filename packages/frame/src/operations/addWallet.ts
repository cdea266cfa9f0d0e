import type { ChainType } from '@latchkey/wire';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { refuseUnsupported } from '../refusal.ts';
import type { Owner } from '../vault/vault.ts';
import { refuseLocked, rootsOf, toWallets } from './connect.ts';
import { signOwnership, signUnlockedChange } from './ownership.ts';
import { connectOrRecover } from './register.ts';

/**
 * Adds the wallet at the next index of a chain to an entropy. Returns an existing wallet above index 0 as it is.
 *
 * @param given.rootAddress a wallet of the entropy at index 0, EIP-55 or base 58
 * @returns its address
 * @throws Refusal like {@link addWallet}, or if the entropy neither connects nor recovers
 */
export async function addWalletAt(
  frame: Frame,
  session: Session,
  given: { rootAddress: string; chainType: ChainType; index: number },
): Promise<string> {
  return frame.withLock(session.userId, async () => {
    const owner = await connectOrRecover(frame, session, given.rootAddress);
    const there = owner.wallets.find(
      ({ chainType, index }) => chainType === given.chainType && index === given.index,
    );
    // The creation of the second chain's wallet has index 0. The service must see it, to refuse a repetition (SOL-01).
    return there && given.index > 0 ? there.address : addWallet(frame, session, owner, given);
  });
}

/**
 * Derives a further wallet of an unlocked entropy and registers it. The caller holds the user's lock.
 *
 * @returns its address
 * @throws Refusal `error` with code `not_supported`: a Solana wallet if recovery is user-controlled (SOL-02,
 *   SOL-03), a second wallet of an imported key; `embedded_wallet_already_exists` (SOL-01);
 *   `invalid_request_arguments` for another index than the next; or with another code of the service
 */
export async function addWallet(
  frame: Frame,
  session: Session,
  owner: Owner,
  { chainType, index }: { chainType: ChainType; index: number },
): Promise<string> {
  assertAddable(owner, chainType);
  const wallet = (await frame.vault.derive(owner, chainType, index)) ?? refuseLocked();
  const { userId, entropyUid } = owner;
  const { address } = wallet;
  const claim = { appId: frame.appId, userId, entropyUid, chainType, address };
  const signature = await frame.vault.withKey(owner, wallet, (key) => signOwnership(claim, key));
  const content = { address, chain_type: chainType, wallet_index: index };
  const [root = refuseLocked()] = rootsOf(owner);
  const change = { act: 'wallet', id: address, version: index, content } as const;
  const signed = await signUnlockedChange(frame, owner, root, change);
  const reply = await frame.api.call('add', session, {
    ...signed,
    wallet: { ...content, signature: signature ?? refuseLocked() },
  });
  owner.wallets = toWallets(reply.wallets);
  for (const device of await frame.store.list(userId)) {
    if (device.entropyUid === entropyUid) await frame.store.update({ ...device, roots: rootsOf(owner) });
  }
  return address;
}

function assertAddable({ kind, recoveryMethod }: Owner, chainType: ChainType): void {
  if (kind === 'imported-key') refuseUnsupported('imported_key', 'An imported key has one wallet');
  if (chainType !== 'solana' || recoveryMethod === 'privy') return;
  refuseUnsupported('own_recovery', 'The Ethereum wallet has user-controlled recovery');
}
