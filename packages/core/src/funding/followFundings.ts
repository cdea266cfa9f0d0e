import { type FundingEntry, fail, limits } from '@latchkey/wire';
import type { Chain } from '../config/index.ts';
import { contextsOf, type FrameContext, type SessionContext } from '../contexts.ts';
import type { Hex } from '../hex.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { getSolanaNode, readAtOnce, toNumber, toRecord } from '../nodes/index.ts';
import { findBalance } from './balances.ts';
import type { Funding, FundingFollower } from './funding.ts';
import {
  dismissFunding,
  isOver,
  isRecent,
  type KeptFunding,
  listKeptFundings,
  noteFunding,
  subscribeKept,
} from './kept.ts';
import { findCoin, findNetwork, nodeUrlOf } from './networks.ts';
import { onRampsByProvider } from './onRamp/onRamps.ts';
import { listEntries } from './onRamp/serviceEntries.ts';
import { readQuoteStatus } from './quotes/watchQuote.ts';
import { findSolanaEnd } from './solanaTransfer.ts';

/**
 * Follows the user's fundings that are under way or ended recently, also after a reload: those that started in this
 * browser, and purchases that the service knows. Calls the listener with the list at once and after every change.
 *
 * @throws ServiceError `must_be_authenticated`, `no_api` on a server
 * @example
 * const follower = await followFundings(client, (fundings) => show(fundings));
 * closeButton.onclick = () => follower.stop();
 */
export async function followFundings(
  client: LatchkeyClient,
  listener: (list: readonly Funding[]) => void,
): Promise<FundingFollower> {
  const { frame, session } = contextsOf(client);
  const { clock, window: page } = frame.page.environment;
  const userId = session.state.get().user?.id ?? fail('must_be_authenticated');
  frame.page.call(); // throws on a server
  let entries: readonly FundingEntry[] = [];
  let timer: unknown;
  let isAsking = false;
  let isStopped = false;
  let told = '';

  /**
   * Returns false after the user has logged out or another one has logged in. The list is then empty, because the next
   * user of the page could otherwise see the earlier user's payments.
   */
  const isTheirs = () => session.state.get().user?.id === userId;
  const list = () =>
    isTheirs() ? join(listKeptFundings(session), entries, frame.page.serverClock.now()) : [];
  function tell(): void {
    if (isStopped) return;
    const shown = list();
    const text = JSON.stringify(shown);
    if (text === told) return;
    told = text;
    listener(shown);
  }
  const isOpen = () => listKeptFundings(session).some(isUnderWay) || list().some((one) => !isOver(one));

  async function look(): Promise<void> {
    if (isAsking || isStopped || page?.document.hidden || !isTheirs()) return;
    clock.clearTimeout(timer);
    isAsking = true;
    await check();
    isAsking = false;
    if (isStopped) return;
    if (isOpen()) wait();
    tell();
  }
  async function check(): Promise<void> {
    const listed = await listEntries(frame).catch(() => null);
    if (!isTheirs()) return;
    entries = listed ?? entries;
    for (const { id, status, transaction_hash: transactionHash } of entries)
      if (status !== 'created') await noteFunding(frame.page, id, { status, transactionHash });
    const kept = listKeptFundings(session).filter(isUnderWay);
    await Promise.all(kept.map((one) => checkFunding(frame, one).catch(() => {})));
  }
  function wait(): void {
    clock.clearTimeout(timer);
    timer = clock.setTimeout(again, limits.fundingPollMs);
  }
  const again = () => void look();
  const stopHearing = subscribeKept(frame.page, () => {
    // Fundings that started in the meantime are polled from now on.
    if (!isAsking && !isStopped && isOpen()) wait();
    tell();
  });
  const stopSeeing = session.state.subscribe(tell);
  page?.document.addEventListener('visibilitychange', again);
  tell();
  again();

  return {
    refresh: again,
    dismiss(id) {
      const shown = list().find((one) => one.id === id);
      // A failure needs no report, because the funding then stays in the list.
      if (shown) void dismissFunding(session, shown).catch(() => {});
    },
    stop() {
      isStopped = true;
      clock.clearTimeout(timer);
      stopHearing();
      stopSeeing();
      page?.document.removeEventListener('visibilitychange', again);
    },
  };
}

const onRamps = Object.values(onRampsByProvider);

const isUnderWay = ({ endedAtMs }: KeptFunding) => endedAtMs === null;

/**
 * Looks up the status of a funding and stores it. If it is known to be paid and the balance has arrived, it is
 * complete, whatever the provider reports.
 */
async function checkFunding(frame: FrameContext, kept: KeptFunding): Promise<void> {
  if (await hasArrived(frame.session, kept)) return noteFunding(frame.page, kept.id, { status: 'completed' });
  await onRamps.find(({ way }) => way === kept.way)?.readStatus(frame, kept);
  if (kept.way === 'bridge') await checkQuoteStatus(frame.session, kept);
  if (kept.way === 'wallet') await checkTransfer(frame.session, kept);
}

async function hasArrived(
  session: SessionContext,
  { caip2, asset, address, arrivedAt, status }: KeptFunding,
): Promise<boolean> {
  const network = findNetwork(session, caip2);
  const coin = network && findCoin(session.page, network, asset);
  // A purchase that is not known to be paid must not complete with the coins of another one.
  if (!network || !coin || arrivedAt === null || status === 'asked') return false;
  const balance = await findBalance(session, network, coin, address);
  return balance !== null && balance >= BigInt(arrivedAt);
}

async function checkQuoteStatus(
  session: SessionContext,
  { id, caip2, arrivedAt }: KeptFunding,
): Promise<void> {
  const network = findNetwork(session, caip2);
  if (network?.chainType !== 'ethereum') return;
  const said = await readQuoteStatus(session, { id: id as Hex, to: network.chain });
  // The quote service's report alone does not complete a funding whose balance can be checked.
  const isPaid = said === 'completed' && arrivedAt !== null;
  if (said !== null) await noteFunding(session.page, id, { status: isPaid ? 'pending' : said });
}

async function checkTransfer(
  session: SessionContext,
  { id, caip2, transactionHash }: KeptFunding,
): Promise<void> {
  const network = findNetwork(session, caip2);
  if (!network || transactionHash === null) return;
  const status =
    network.chainType === 'solana'
      ? await findSolanaEnd(getSolanaNode(session.page, network.chain), transactionHash)
      : await findEnd(session, network.chain, transactionHash);
  if (status !== null) await noteFunding(session.page, id, { status });
}

async function findEnd(
  session: SessionContext,
  chain: Chain,
  hash: string,
): Promise<'completed' | 'failed' | null> {
  const url = nodeUrlOf(session, chain);
  if (url === undefined) return null;
  const read = (found: unknown) => toNumber(toRecord(found).status);
  const { receipt } = await readAtOnce(session.page, url, {
    receipt: { method: 'eth_getTransactionReceipt', params: [hash], read },
  });
  if (receipt.value === null) return null;
  return receipt.value === 1 ? 'completed' : 'failed';
}

/** Merges fundings from this browser and from the service, without unpaid and dismissed ones, newest first. */
function join(
  kept: readonly KeptFunding[],
  entries: readonly FundingEntry[],
  nowMs: number,
): readonly Funding[] {
  const known = new Set(kept.map(({ id }) => id));
  const others = entries.filter(
    (entry) =>
      // A newer service may sell through an on-ramp that this client does not know.
      Object.hasOwn(onRampsByProvider, entry.provider) &&
      !known.has(entry.id) &&
      (!isOver(toFunding(entry)) || isRecent(entry.updated_at, nowMs)),
  );
  return [...kept.filter((one) => !one.isDismissed).map(toShown), ...others.map(toFunding)]
    .filter(({ status }) => status !== 'asked')
    .sort((a, b) => b.startedAtMs - a.startedAtMs);
}

function toShown(kept: KeptFunding): Funding {
  const { id, way, address, caip2, symbol, amount, status, transactionHash, startedAtMs, isTest } = kept;
  return { id, way, address, caip2, symbol, amount, status, transactionHash, startedAtMs, isTest };
}

function toFunding(entry: FundingEntry): Funding {
  return {
    id: entry.id,
    way: onRampsByProvider[entry.provider].way,
    address: entry.address,
    caip2: entry.caip2,
    symbol: entry.asset,
    amount: entry.amount ?? '',
    status: entry.status === 'created' ? 'asked' : entry.status,
    transactionHash: entry.transaction_hash,
    startedAtMs: entry.created_at,
    isTest: entry.is_test,
  };
}
