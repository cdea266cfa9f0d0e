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
  /** @throws ServiceError if the provider has no wallet now */
  readonly getAddress: () => string;
  readonly send: (transaction: OwnTransaction) => Promise<Hex>;
  /** Rejects an invalid transaction, without a prompt. */
  readonly check: (transaction: OwnTransaction) => Promise<void>;
  readonly waitForReceipt: (input: { hash: Hex; chainId: number }) => Promise<TransactionReceipt>;
}

/** Upper limit for requests that a user confirms one by one. */
const mostCalls = 20;

/**
 * Creates the EIP-5792 methods. Calls are separate transactions. Each is prepared and sent once the previous one is
 * in a block, because a call may depend on the one before. The first failed or declined call ends the batch.
 */
export function createCalls(parts: CallsParts) {
  const { page, settings, getAddress } = parts;
  /** Ids of batches that this page is still sending. */
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
    // Checks all calls before the user pays for the first.
    for (const transaction of transactions) await parts.check(transaction);
    const [first, ...others] = transactions as [OwnTransaction, ...OwnTransaction[]];
    running.add(id);
    try {
      // Declining the first call rejects the whole batch.
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
      // A replaced transaction is mined under another hash.
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
    // Read before the node is called, because meanwhile the batch may send more calls and end.
    const isRunning = running.has(bundle.id);
    const url = rpcUrlOf(settings(), bundle.chainId);
    const requests = bundle.hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
    const replies = url ? await callNodeAtOnce(page.environment, url, requests) : [];
    const receipts = replies.flatMap((reply) => {
      // Without the node's answer, it is unknown whether the receipt exists.
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
    /** Shows nothing, because the dapp can show the calls' status itself. */
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
  /** Version 1 of EIP-5792 returned only the id and had no field for atomicity. */
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

/** Rejects a requested capability that is not optional, because it must not be ignored. */
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

/** Returns the status (EIP-5792): 100 pending, 200 done, 400 nothing on the chain, 500 reverted, 600 partially done. */
function statusOf(bundle: Bundle, receipts: readonly Receipt[], isRunning: boolean): number {
  const done = receipts.filter(({ status }) => Number(status) === 1).length;
  if (done === bundle.total) return 200;
  const isWaiting = receipts.length < bundle.hashes.length && !bundle.isOver;
  // If the page was closed in between, no further calls are sent, so the batch is not pending.
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
