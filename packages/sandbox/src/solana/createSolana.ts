import type { Address } from '@solana/kit';
import { type Ledger, openLedger } from './ledger.ts';
import { createMethods, type Method } from './methods.ts';
import { codes, findRefusal, refuse } from './refuse.ts';
import { type RpcResult, respondTo } from './respond.ts';

/** A Solana cluster of one node. Its runtime is loaded by a caller that asks it first, because most runs of the sandbox do without. */
export interface Solana {
  /** Answers a request over JSON-RPC: the text of one, or of a batch. */
  respond(text: string): Promise<string>;
  /** Calls a method of the node; gives its result, or throws what it refused. */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  /** Adds to the balance of an address, in lamports. */
  fund(address: string, lamports: bigint): Promise<void>;
  /** Lets so many slots pass at once, each 400 ms long otherwise. */
  pass(slots: number): Promise<void>;
  /** Takes so many of the next transactions and loses them, as a busy cluster does. */
  lose(transactions: number): void;
  /** Writes an account, whatever the programs say. */
  write: (account: Parameters<Ledger['write']>[0]) => Promise<void>;
}

/** Makes a cluster that starts when it is first asked. */
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
