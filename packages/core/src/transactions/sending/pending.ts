import { isEmbeddedWallet } from '@latchkey/wire';
import type { SessionContext } from '../../contexts.ts';
import { isSameAddress } from '../../wallets/index.ts';
import { getKnownNetwork } from '../chains.ts';
import type { PendingTransaction } from '../transaction.ts';
import { type KeptTransaction, listKeptTransactions } from './keptTransactions.ts';
import { lookAfter } from './lookAfter.ts';

/**
 * Lists the transactions of the signed-in user's wallets in this browser after polling the chains. Sends lost ones
 * again. If a node does not answer, returns the last known state.
 */
export async function lookAndList(
  session: SessionContext,
  address?: string,
): Promise<readonly PendingTransaction[]> {
  await lookByWallet(session, listOwn(session, address));
  return listOwn(session, address).map(toPending);
}

/** Lists the stored transactions of the signed-in user's wallets, or of one wallet. */
export function listOwn(session: SessionContext, address?: string): readonly KeptTransaction[] {
  return listKeptTransactions(session.page).filter((one) => isOwn(session, one, address));
}

/**
 * Polls stored transactions, grouped by wallet and chain. An error in one group does not affect the others.
 *
 * @param choose selects the transactions of a group to poll. @default all
 */
export async function lookByWallet(
  session: SessionContext,
  kept: readonly KeptTransaction[],
  choose = (group: readonly KeptTransaction[]) => group,
): Promise<void> {
  const groups = new Map<string, KeptTransaction[]>();
  for (const one of kept) {
    const name = `${one.chainId} ${one.address}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  await Promise.allSettled([...groups.values()].map((group) => lookAtGroup(session, choose(group))));
}

async function lookAtGroup(session: SessionContext, group: readonly KeptTransaction[]): Promise<void> {
  const [first] = group;
  if (first) await lookAfter(session.page, getKnownNetwork(session, first.chainId), group);
}

/** Excludes transactions that another user of this browser left in the storage. */
function isOwn(session: SessionContext, one: KeptTransaction, address: string | undefined): boolean {
  if (address !== undefined && !isSameAddress(address, one.address)) return false;
  const wallets = session.state.get().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
  return wallets.some((wallet) => isSameAddress(wallet.address, one.address));
}

function toPending(kept: KeptTransaction): PendingTransaction {
  const { hash, chainId, address, transaction, signedAtMs, status, replaces } = kept;
  return { hash, chainId, address, transaction, signedAtMs, status, replaces };
}
