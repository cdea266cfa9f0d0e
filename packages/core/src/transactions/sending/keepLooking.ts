import type { SessionContext } from '../../contexts.ts';
import type { KeptTransaction } from './keptTransactions.ts';
import { listOwn, lookAndList, lookByWallet } from './pending.ts';

/** Soon after something was sent; while nothing moves, ever more rarely. */
const firstMs = 4_000;
const mostMs = 60_000;
/** How many of a wallet's are asked about: two questions each, which fit in one batch. */
const mostAtOnce = 20;

const timers = new WeakMap<SessionContext, unknown>();

/** Sends what a page that was killed left behind, and sees it through. */
export async function sendLeftBehind(session: SessionContext): Promise<void> {
  await lookAndList(session);
  keepLooking(session);
}

/**
 * Looks after the transactions of this page's user from now on, until each is in a block. A node takes one and forgets it,
 * and everything behind it waits: the gap is closed by the same bytes, whether or not a caller waits for a receipt.
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
 * The first in a wallet's line, before which nothing else is mined, and the newest that is in a block: it falls out of the
 * chain first.
 */
function frontOf(group: readonly KeptTransaction[]): readonly KeptTransaction[] {
  const noncesOf = (list: readonly KeptTransaction[]) => list.map(({ transaction }) => transaction.nonce);
  const waiting = [...new Set(noncesOf(group.filter(isWaiting)))].sort((a, b) => a - b);
  const newestMined = Math.max(...noncesOf(group.filter((one) => !isWaiting(one))));
  const front = new Set([...waiting.slice(0, mostAtOnce), newestMined]);
  return group.filter(({ transaction }) => front.has(transaction.nonce));
}
