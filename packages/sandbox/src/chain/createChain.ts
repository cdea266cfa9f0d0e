import { setTimeout as wait } from 'node:timers/promises';
import { createQueue } from '../inTurn.ts';
import { broadcasts, createTurns } from './inTurn.ts';
import { refuseAsGeth } from './refuseAsGeth.ts';
import { type Anvil, type AnvilOptions, startAnvil } from './startAnvil.ts';

/** A write to a contract's storage, as Anvil takes it. */
export type StorageWrite = readonly [address: string, slot: string, value: string];

/** A chain of its own. Its node is started by a caller that asks it first, because most runs of the sandbox do without. */
export interface Chain {
  readonly chainId: number;
  /** The address of the node itself, which no page reads. */
  url(): Promise<string>;
  /** Passes a JSON-RPC request on; what an account cannot pay is refused as Geth does. */
  forward(body: string): Promise<Response>;
  /** Calls a method of the node; gives its result. */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  /** Sends a transaction of a node's account, by default the first; resolves when it is in a block, throws where it was reverted. */
  send(transaction: { from?: string; to?: string; data?: string; value?: string }): Promise<Receipt>;
  /** Writes to the storage of contracts. */
  write(writes: readonly StorageWrite[]): Promise<void>;
  /** Adds to the balance of an address, in wei, without a transaction. */
  fund(address: string, wei: bigint): Promise<void>;
  /** Tells of every broadcast that came by here, when its block is made; where blocks come by the clock, at once. */
  watch(listener: () => void): void;
  close(): Promise<void>;
}

/** The receipt of a transaction, as the node gives it. */
export interface Receipt {
  readonly status: '0x0' | '0x1';
  readonly transactionHash: string;
  readonly contractAddress: string | null;
  readonly [name: string]: unknown;
}

export interface ChainOptions extends AnvilOptions {
  /** What the chain has from the beginning. */
  prepare?(request: Chain['request']): Promise<void>;
}

const receiptEveryMs = 20;

/** Makes a chain that starts when it is first asked. */
export function createChain(options: ChainOptions, send: typeof globalThis.fetch = fetch): Chain {
  let node: Promise<Anvil> | null = null;
  const inQueue = createQueue();
  let address = '';

  const passNow = (url: string, body: string) =>
    send(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const listeners = new Set<() => void>();
  const inTurn = createTurns(
    // By then the node is there, though what prepares the chain may still be at it.
    (method) => post(address, method),
    () => {
      for (const tell of listeners) tell();
    },
  );
  const pass = (url: string, body: string) =>
    broadcasts(body) ? inTurn(() => passNow(url, body)) : passNow(url, body);
  async function post(url: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
    const answer = await pass(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async function start(): Promise<Anvil> {
    const started = await startAnvil(options);
    address = started.url;
    await options.prepare?.((method, params) => post(started.url, method, params));
    return started;
  }
  const url = async () => {
    node ??= start();
    return (await node).url;
  };
  const request: Chain['request'] = async (method, params) => post(await url(), method, params);

  return {
    chainId: options.chainId,
    url,
    forward: async (body) => refuseAsGeth(body, await pass(await url(), body), request),
    request,
    async send(transaction) {
      const [from] = (await request('eth_accounts')) as string[];
      const hash = await request('eth_sendTransaction', [{ from, ...transaction }]);
      // The node answers before it has made the block.
      for (;;) {
        const receipt = (await request('eth_getTransactionReceipt', [hash])) as Receipt | null;
        if (receipt?.status === '0x1') return receipt;
        if (receipt) throw new Error('The transaction was reverted');
        await wait(receiptEveryMs);
      }
    },
    async write(writes) {
      for (const params of writes) await request('anvil_setStorageAt', params);
    },
    async fund(address, wei) {
      // Anvil reads the balance and writes the sum afterwards: of two at once one would be lost.
      await inQueue(() => request('anvil_addBalance', [address, `0x${wei.toString(16)}`]));
    },
    watch: (listener) => void listeners.add(listener),
    async close() {
      await node?.then((anvil) => anvil.close()).catch(() => {});
    },
  };
}
