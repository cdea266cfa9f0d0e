import { type FundingEntry, fail, limits } from '@latchkey/wire';
import type { Hex } from '../hex.ts';
import { type Internals, internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { readAtOnce, toNumber } from '../nodes/index.ts';
import { findBalance } from './balances.ts';
import type { Funding, FundingFollower } from './funding.ts';
import { forgetFunding, isOver, type KeptFunding, listKept, noteFunding, subscribeKept } from './kept.ts';
import { findCoin, findNetwork, nodeUrlOf } from './networks.ts';
import { readCoinbase } from './onRamp/coinbase.ts';
import { readStatus } from './onRamp/moonpay.ts';
import { listEntries } from './onRamp/serviceEntries.ts';
import { readQuoteStatus } from './quotes/watchQuote.ts';

/**
 * The act behind `followFundings`: what this browser keeps joined with what the service knows, at once and after every change.
 * What is under way is asked about every 10 s while the page is seen, and no one is asked where nothing is.
 */
export async function followKept(
  client: LatchkeyClient,
  listener: (list: readonly Funding[]) => void,
): Promise<FundingFollower> {
  const internals = internalsOf(client);
  const { environment } = internals;
  const { clock, window: page } = environment;
  if (!internals.state.get().user) fail('must_be_authenticated');
  internals.call(); // refuses on a server
  let entries: readonly FundingEntry[] = [];
  const dismissed = new Set<string>();
  let timer: unknown;
  let isAsking = false;
  let isStopped = false;
  let told = '';

  function tell(): void {
    if (isStopped) return;
    const list = join(listKept(internals), entries).filter(
      ({ id, status }) => status !== 'asked' && !dismissed.has(id),
    );
    const text = JSON.stringify(list);
    if (text === told) return;
    told = text;
    listener(list);
  }
  const isOpen = () =>
    listKept(internals).some((one) => !isOver(one)) || entries.some((one) => !isOver(toFunding(one)));

  async function look(): Promise<void> {
    if (isAsking || isStopped || page?.document.hidden) return;
    clock.clearTimeout(timer);
    isAsking = true;
    entries = await listEntries(internals).catch(() => entries);
    for (const { id, status, transaction_hash: transactionHash } of entries)
      if (status !== 'created') noteFunding(internals, id, { status, transactionHash });
    await Promise.all(listKept(internals).map((one) => askAbout(internals, one).catch(() => {})));
    isAsking = false;
    if (isStopped) return;
    tell();
    if (isOpen()) timer = clock.setTimeout(() => void look(), limits.fundingPollMs);
  }
  const again = () => void look();
  const stopHearing = subscribeKept(internals, () => {
    tell();
    // What was begun meanwhile is looked after from now on.
    if (!isAsking && !isStopped && isOpen()) {
      clock.clearTimeout(timer);
      timer = clock.setTimeout(again, limits.fundingPollMs);
    }
  });
  page?.document.addEventListener('visibilitychange', again);
  tell();
  again();

  return {
    refresh: again,
    dismiss(id) {
      dismissed.add(id);
      forgetFunding(internals, id);
      tell();
    },
    stop() {
      isStopped = true;
      clock.clearTimeout(timer);
      stopHearing();
      page?.document.removeEventListener('visibilitychange', again);
    },
  };
}

/** Asks those who can tell what became of a funding, and notes it. What the chain has is done, whatever they say. */
async function askAbout(internals: Internals, kept: KeptFunding): Promise<void> {
  if (isOver(kept)) return;
  if (await hasArrived(internals, kept)) return noteFunding(internals, kept.id, { status: 'completed' });
  if (kept.way === 'moonpay') await readStatus(internals, kept);
  if (kept.way === 'coinbase') await readCoinbase(internals, kept.id);
  if (kept.way === 'bridge') await askAboutQuote(internals, kept);
  if (kept.way === 'wallet') await askAboutTransfer(internals, kept);
}

async function hasArrived(
  internals: Internals,
  { caip2, asset, address, arrivedAt, status }: KeptFunding,
): Promise<boolean> {
  const network = findNetwork(internals, caip2);
  const coin = network && findCoin(internals, network, asset);
  // What was only opened is not arrived because something else did.
  if (!network || !coin || arrivedAt === null || status === 'asked') return false;
  const balance = await findBalance(internals, network, coin, address);
  return balance !== null && balance >= BigInt(arrivedAt);
}

async function askAboutQuote(internals: Internals, { id, caip2, arrivedAt }: KeptFunding): Promise<void> {
  const network = findNetwork(internals, caip2);
  if (network?.chainType !== 'ethereum') return;
  const status = await readQuoteStatus(internals, { id: id as Hex, to: network.chain });
  // Arrived is what the wallet has, as far as that can be seen.
  if (status && !(status === 'completed' && arrivedAt !== null)) noteFunding(internals, id, { status });
}

async function askAboutTransfer(internals: Internals, kept: KeptFunding): Promise<void> {
  const network = findNetwork(internals, kept.caip2);
  if (network?.chainType !== 'ethereum' || kept.transactionHash === null) return;
  const url = nodeUrlOf(internals, network.chain);
  if (url === undefined) return;
  const { receipt } = await readAtOnce(internals, url, {
    receipt: {
      method: 'eth_getTransactionReceipt',
      params: [kept.transactionHash],
      read: (found) => toNumber((found as { status?: unknown } | null)?.status),
    },
  });
  if (receipt.value !== null)
    noteFunding(internals, kept.id, { status: receipt.value === 1 ? 'completed' : 'failed' });
}

function join(kept: readonly KeptFunding[], entries: readonly FundingEntry[]): readonly Funding[] {
  const known = new Set(kept.map(({ id }) => id));
  return [...kept.map(toShown), ...entries.filter(({ id }) => !known.has(id)).map(toFunding)].sort(
    (a, b) => b.startedAtMs - a.startedAtMs,
  );
}

function toShown(kept: KeptFunding): Funding {
  const { id, way, address, caip2, symbol, amount, status, transactionHash, startedAtMs, isTest } = kept;
  return { id, way, address, caip2, symbol, amount, status, transactionHash, startedAtMs, isTest };
}

function toFunding(entry: FundingEntry): Funding {
  return {
    id: entry.id,
    way: entry.provider === 'moonpay' ? 'moonpay' : 'coinbase',
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
