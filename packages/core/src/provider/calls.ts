import { isCode } from '@latchkey/wire';
import type { ChainSettings } from '../config/index.ts';
import type { PageContext } from '../contexts.ts';
import { bytesToHex, type Hex, toHex } from '../hex.ts';
import { callNodeAtOnce, rpcUrlOf } from '../nodes/index.ts';
import type { TransactionReceipt } from '../transactions/index.ts';
import { isSameAddress } from '../wallets/index.ts';
import { type Bundle, findBundle, keepBundle } from './keptBundles.ts';
import { providerError } from './toProviderError.ts';
import { type OwnTransaction, toChainId } from './transactionParams.ts';

export interface CallsParts {
  readonly page: PageContext;
  readonly settings: () => ChainSettings;
  /** @throws ServiceError where there is no wallet now */
  readonly getAddress: () => string;
  readonly send: (transaction: OwnTransaction) => Promise<Hex>;
  /** Refuses what sending would refuse before it asks anyone. */
  readonly check: (transaction: OwnTransaction) => Promise<void>;
  readonly waitForReceipt: (input: { hash: Hex; chainId: number }) => Promise<TransactionReceipt>;
}

/** More than anyone reads one after the other. */
const mostCalls = 20;

/**
 * The methods of EIP-5792. Calls are transactions of their own, one after the other: each is asked for, and prepared when
 * the one before it is in a block, because it may build on that. The first that fails, or that a person declines, ends it.
 */
export function createCalls(parts: CallsParts) {
  const { page, settings, getAddress } = parts;
  /** What this page is still at. */
  const running = new Set<string>();

  async function sendCalls(given: unknown): Promise<{ id: string } | string> {
    const address = getAddress();
    const {
      id = newId(page),
      chainId,
      calls,
      isFirstVersion,
    } = readRequestedBatch(given, settings(), address);
    if (findBundle(page, id)) throw providerError(5720, 'There is a bundle of this id already');
    const bundle: Bundle = { id, chainId, address, total: calls.length, hashes: [], isOver: false };
    const transactions = calls.map((call) => ({ ...call, from: address, chainId }));
    // All of them, before the first is paid for.
    for (const transaction of transactions) await parts.check(transaction);
    const [first, ...others] = transactions as [OwnTransaction, ...OwnTransaction[]];
    running.add(id);
    try {
      // What a person declines at once is refused at once.
      const hash = await parts.send(first);
      keepBundle(page, { ...bundle, hashes: [hash] });
      void sendOthers({ ...bundle, hashes: [hash] }, others).finally(() => running.delete(id));
    } catch (error) {
      running.delete(id);
      throw error;
    }
    return isFirstVersion ? id : { id };
  }

  async function sendOthers(bundle: Bundle, others: readonly OwnTransaction[]): Promise<void> {
    let now = bundle;
    const note = (change: Partial<Bundle>) => {
      now = { ...now, ...change };
      keepBundle(page, now);
    };
    const settleLast = async () => {
      const hash = now.hashes.at(-1) as Hex;
      const receipt = await parts.waitForReceipt({ hash, chainId: now.chainId });
      // One that was sped up is mined under another hash.
      note({ hashes: [...now.hashes.slice(0, -1), receipt.transactionHash] });
    };
    try {
      for (const call of others) {
        await settleLast();
        note({ hashes: [...now.hashes, await parts.send(call)] });
      }
      await settleLast();
    } catch (error) {
      if (!isCode(error)) throw error;
    } finally {
      note({ isOver: true });
    }
  }

  async function getStatus(id: unknown) {
    const bundle = getBundle(id);
    // Read together with the bundle: while the node answers, the bundle may send more and end.
    const isRunning = running.has(bundle.id);
    const url = rpcUrlOf(settings(), bundle.chainId);
    const requests = bundle.hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
    const replies = url ? await callNodeAtOnce(page.environment, url, requests) : [];
    const receipts = replies.flatMap((reply) => {
      // A receipt that the node did not give is not one that is missing on the chain.
      if (reply.failure) throw reply.failure;
      if (reply.error) throw providerError(reply.error.code, reply.error.message, reply.error.data);
      return reply.result ? [reply.result] : [];
    });
    return {
      version: '2.0.0',
      id: bundle.id,
      chainId: toHex(bundle.chainId),
      atomic: false,
      status: statusOf(bundle, receipts as Receipt[], isRunning),
      receipts: (receipts as Receipt[]).map(toCallReceipt),
    };
  }

  function getBundle(id: unknown): Bundle {
    const bundle = typeof id === 'string' ? findBundle(page, id) : null;
    if (!bundle || bundle.address !== getAddress())
      throw providerError(5730, 'There is no bundle of this id');
    return bundle;
  }

  return {
    wallet_sendCalls: ([given]: readonly unknown[]) => sendCalls(given),
    wallet_getCallsStatus: ([id]: readonly unknown[]) => getStatus(id),
    /** There is no screen for it: what became of the calls is the dapp's to show. */
    wallet_showCallsStatus([id]: readonly unknown[]) {
      getBundle(id);
      return null;
    },
    wallet_getCapabilities([account, chainIds]: readonly unknown[]) {
      assertOwn(account, getAddress());
      const wished = Array.isArray(chainIds) ? chainIds.map(Number) : null;
      const chains = settings().chains.filter(({ id }) => wished === null || wished.includes(id));
      return Object.fromEntries(chains.map(({ id }) => [toHex(id), { atomic: { status: 'unsupported' } }]));
    },
  };
}

interface RequestedBatch {
  readonly id?: string;
  readonly chainId: number;
  readonly calls: readonly object[];
  /** Version 1 of EIP-5792, which had the id alone as the answer, and no word on atomicity. */
  readonly isFirstVersion: boolean;
}

/** @throws ProviderRpcError of EIP-5792 */
function readRequestedBatch(given: unknown, settings: ChainSettings, address: string): RequestedBatch {
  const batch = (given ?? {}) as Partial<Record<string, unknown>>;
  const { id, from, calls, version, atomicRequired = false } = batch;
  if (!Array.isArray(calls) || calls.length === 0 || !calls.every((call) => typeof call === 'object' && call))
    throw providerError(-32602, 'There must be calls');
  if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > 4_096))
    throw providerError(-32602, 'The id of a bundle is a text');
  if (from !== undefined) assertOwn(from, address);
  const chainId = toChainId(batch);
  if (!settings.chains.some((chain) => chain.id === chainId))
    throw providerError(5710, `Chain ${String(batch.chainId)} is not one of this wallet's`);
  if (atomicRequired) throw providerError(5760, 'This wallet sends calls one after the other');
  if (calls.length > mostCalls) throw providerError(5740, `A bundle has at most ${mostCalls} calls`);
  for (const part of [batch, ...(calls as object[])]) assertNoCapabilities(part);
  return {
    ...(id === undefined ? {} : { id: id as string }),
    chainId,
    isFirstVersion: typeof version === 'string' && /^1(\.|$)/.test(version),
    calls: (calls as object[]).map(({ capabilities: _, ...call }: { capabilities?: unknown }) => call),
  };
}

/** A capability that is asked for and not optional must not be passed over. */
function assertNoCapabilities(part: unknown): void {
  const { capabilities } = (part ?? {}) as { capabilities?: Record<string, { optional?: unknown } | null> };
  for (const [name, given] of Object.entries(capabilities ?? {}))
    if (given?.optional !== true)
      throw providerError(5700, `This wallet has no capability ${name.slice(0, 64)}`);
}

function assertOwn(account: unknown, address: string): void {
  if (typeof account !== 'string' || !isSameAddress(account, address))
    throw providerError(4100, `This wallet signs for ${address} only`);
}

type Receipt = Record<'status' | 'blockHash' | 'blockNumber' | 'gasUsed' | 'transactionHash', string> & {
  readonly logs: readonly Record<'address' | 'data' | 'topics', unknown>[];
};

/** 100 pending, 200 done, 400 nothing on the chain, 500 reverted, 600 done in part. */
function statusOf(bundle: Bundle, receipts: readonly Receipt[], isRunning: boolean): number {
  const done = receipts.filter(({ status }) => Number(status) === 1).length;
  if (done === bundle.total) return 200;
  const isWaiting = receipts.length < bundle.hashes.length && !bundle.isOver;
  // A page that was closed in between sends no further ones.
  if (isRunning || isWaiting) return 100;
  if (done > 0) return 600;
  return receipts.length > 0 ? 500 : 400;
}

function toCallReceipt({ logs, status, blockHash, blockNumber, gasUsed, transactionHash }: Receipt) {
  const shown = logs.map(({ address, data, topics }) => ({ address, data, topics }));
  return { logs: shown, status, blockHash, blockNumber, gasUsed, transactionHash };
}

function newId(page: PageContext): string {
  return bytesToHex(page.environment.random(new Uint8Array(32)));
}
