import type { SessionContext } from '../../contexts.ts';
import type { KeptTransaction } from './keptTransactions.ts';
import { listOwn, lookAndList, lookByWallet } from './pending.ts';

/** Delays between polls, in ms: short after a transaction was sent, then longer while nothing changes. */
const firstMs = 4_000;
const mostMs = 60_000;
/** Largest number of a wallet's pending nonces to poll at once. Each transaction needs two requests. */
const mostAtOnce = 20;

const timers = new WeakMap<SessionContext, unknown>();

/** Sends the transactions that a closed page stored but could not send, and polls the pending ones from then on. */
export async function sendLeftBehind(session: SessionContext): Promise<void> {
  await lookAndList(session);
  keepLooking(session);
}

/**
 * Polls the transactions of this page's user until none is pending. A transaction that a node accepted and then forgot
 * blocks the wallet's later ones, so it is sent again unchanged, even if no caller waits for a receipt.
 */
export function keepLooking(session: SessionContext, pauseMs = firstMs): void {
  const { clock } = session.page.environment;
  clock.clearTimeout(timers.get(session));
  timers.set(
    session,
    clock.setTimeout(() => void look(session, pauseMs), pauseMs),
  );
}

async function look(session: SessionContext, pauseMs: number): Promise<void> {
  const before = listWaiting(session);
  if (session.page.isReleased.get() || before.length === 0) return;
  await lookByWallet(session, listOwn(session), frontOf);
  const after = listWaiting(session);
  const hasMoved = nameAll(before) !== nameAll(after);
  if (after.length > 0) keepLooking(session, hasMoved ? firstMs : Math.min(pauseMs * 2, mostMs));
}

const isWaiting = ({ status }: KeptTransaction) => status !== 'mined';
const listWaiting = (session: SessionContext) => listOwn(session).filter(isWaiting);
const nameAll = (list: readonly KeptTransaction[]) => list.map(({ hash, status }) => hash + status).join();

/**
 * Returns a wallet's first pending transactions, on which the others depend, and its newest transaction in a block,
 * which a reorganisation of the chain would remove first.
 */
function frontOf(group: readonly KeptTransaction[]): readonly KeptTransaction[] {
  const noncesOf = (list: readonly KeptTransaction[]) => list.map(({ transaction }) => transaction.nonce);
  const waiting = [...new Set(noncesOf(group.filter(isWaiting)))].sort((a, b) => a - b);
  const newestMined = Math.max(...noncesOf(group.filter((one) => !isWaiting(one))));
  const front = new Set([...waiting.slice(0, mostAtOnce), newestMined]);
  return group.filter(({ transaction }) => front.has(transaction.nonce));
}
