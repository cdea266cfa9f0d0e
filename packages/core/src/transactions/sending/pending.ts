import { isEmbeddedWallet } from '@latchkey/wire';
import type { SessionContext } from '../../contexts.ts';
import { isSameAddress } from '../../wallets/index.ts';
import { getKnownNetwork } from '../chains.ts';
import type { PendingTransaction } from '../transaction.ts';
import { type KeptTransaction, listKeptTransactions } from './keptTransactions.ts';
import { lookAfter } from './lookAfter.ts';

/**
 * Lists what the signed-in user's wallets have under way in this browser, after a look at the chains: what was lost is sent
 * again on the way. Where a node does not answer, what was known last is told.
 */
export async function lookAndList(
  session: SessionContext,
  address?: string,
): Promise<readonly PendingTransaction[]> {
  await lookByWallet(session, listOwn(session, address));
  return listOwn(session, address).map(toPending);
}

/** Lists what is kept of the signed-in user's wallets, or of one of them. */
export function listOwn(session: SessionContext, address?: string): readonly KeptTransaction[] {
  return listKeptTransactions(session.page).filter((one) => isOwn(session, one, address));
}

/**
 * Looks after kept transactions, each wallet's on each chain together; a node that does not answer holds up no other.
 *
 * @param choose which of a wallet's are looked after; by default all
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

/** What another person left in this browser is not this one's to see. */
function isOwn(session: SessionContext, one: KeptTransaction, address: string | undefined): boolean {
  if (address !== undefined && !isSameAddress(address, one.address)) return false;
  const wallets = session.state.get().user?.linkedAccounts.filter(isEmbeddedWallet) ?? [];
  return wallets.some((wallet) => isSameAddress(wallet.address, one.address));
}

function toPending(kept: KeptTransaction): PendingTransaction {
  const { hash, chainId, address, transaction, signedAtMs, status, replaces } = kept;
  return { hash, chainId, address, transaction, signedAtMs, status, replaces };
}
