import { setTimeout as wait } from 'node:timers/promises';
import { createQueue } from '../inTurn.ts';
import { broadcasts, createTurns } from './inTurn.ts';
import { refuseAsGeth } from './refuseAsGeth.ts';
import { type Anvil, type AnvilOptions, startAnvil } from './startAnvil.ts';

/** Write to a contract's storage, in Anvil's form. */
export type StorageWrite = readonly [address: string, slot: string, value: string];

/** A chain with a node of its own, which starts when it is first used. */
export interface Chain {
  readonly chainId: number;
  /** Returns the URL of the node itself. Unless `isForPages` is set, pages cannot read its responses. */
  url(): Promise<string>;
  /** Forwards a JSON-RPC request. If the account cannot pay, the refusal is Geth's. */
  forward(body: string): Promise<Response>;
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  /**
   * Sends a transaction from one of the node's accounts, by default the first. Resolves once it is in a block; throws
   * if it was reverted.
   */
  send(transaction: { from?: string; to?: string; data?: string; value?: string }): Promise<Receipt>;
  write(writes: readonly StorageWrite[]): Promise<void>;
  /** Adds to the balance of an address, in wei, without a transaction. */
  fund(address: string, wei: bigint): Promise<void>;
  /**
   * Calls the listener after every broadcast, once its block is made or about two seconds later; at once if blocks are
   * made at intervals or by hand.
   */
  watch(listener: () => void): void;
  close(): Promise<void>;
}

export interface Receipt {
  readonly status: '0x0' | '0x1';
  readonly transactionHash: string;
  readonly contractAddress: string | null;
  readonly [name: string]: unknown;
}

export interface ChainOptions extends AnvilOptions {
  /** Sets up the chain's initial state. */
  prepare?(request: Chain['request']): Promise<void>;
}

const receiptEveryMs = 20;

export function createChain(options: ChainOptions, send: typeof globalThis.fetch = fetch): Chain {
  let node: Promise<Anvil> | null = null;
  const inQueue = createQueue();
  let address = '';

  const passNow = (url: string, body: string) =>
    send(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const listeners = new Set<() => void>();
  const inTurn = createTurns(
    // The node has started here, though `prepare` may still be running.
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
      // The node responds before it has made the block.
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
      // Anvil reads the balance and then writes the sum, so one of two concurrent additions would be lost.
      await inQueue(() => request('anvil_addBalance', [address, `0x${wei.toString(16)}`]));
    },
    watch: (listener) => void listeners.add(listener),
    async close() {
      await node?.then((anvil) => anvil.close()).catch(() => {});
    },
  };
}
