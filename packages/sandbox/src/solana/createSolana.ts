import type { Address } from '@solana/kit';
import { type Ledger, openLedger } from './ledger.ts';
import { createMethods, type Method } from './methods.ts';
import { codes, findRefusal, refuse } from './refuse.ts';
import { type RpcResult, respondTo } from './respond.ts';

/** A Solana cluster of one node. Its runtime loads when it is first used. */
export interface Solana {
  /** Responds to a JSON-RPC request or batch, given as text. */
  respond(text: string): Promise<string>;
  /** Calls a method of the node. Returns its result, or throws its error. */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  /** Adds to the balance of an address, in lamports. */
  fund(address: string, lamports: bigint): Promise<void>;
  /** Skips this many slots at once. A slot otherwise takes 400 ms. */
  pass(slots: number): Promise<void>;
  /** Accepts the next transactions and loses them, as a busy cluster does. */
  lose(transactions: number): void;
  /** Overwrites an account without running any program. */
  write: (account: Parameters<Ledger['write']>[0]) => Promise<void>;
}

export function createSolana(now: () => number = Date.now): Solana {
  let started: Promise<{ ledger: Ledger; methods: Readonly<Record<string, Method>> }> | null = null;
  let toLose = 0;

  async function start() {
    const ledger = await openLedger(now);
    const isLost = () => {
      if (toLose === 0) return false;
      toLose -= 1;
      return true;
    };
    return { ledger, methods: createMethods(ledger, { isLost }) };
  }
  const open = () => {
    started ??= start();
    return started;
  };

  async function answer(name: string, params: unknown = []): Promise<RpcResult> {
    const { methods } = await open();
    try {
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
      if (!method) refuse(codes.method, 'Method not found');
      if (!Array.isArray(params)) refuse(codes.params, 'Invalid params: expected a sequence.');
      return { result: method(params) };
    } catch (error) {
      const refusal = findRefusal(error);
      if (!refusal) throw error;
      return { error: refusal };
    }
  }

  return {
    respond: (text) => respondTo(text, answer),
    async request(method, params) {
      const reply = await answer(method, params);
      if ('error' in reply) throw new Error(`${method}: ${reply.error.message}`);
      return reply.result;
    },
    async fund(address, lamports) {
      (await open()).ledger.give(address as Address, lamports);
    },
    async pass(slots) {
      (await open()).ledger.pass(slots);
    },
    lose(transactions) {
      toLose = transactions;
    },
    async write(account) {
      (await open()).ledger.write(account);
    },
  };
}
