import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Chain } from '@latchkey/sandbox';
import * as Hash from 'ox/Hash';
import type * as Hex from 'ox/Hex';

/**
 * Faults of a node.
 *
 * - `down`: it cuts the connection;
 * - `busy`: it answers 429 (`Retry-After: 1`);
 * - `limited`: it answers 429 with a JSON-RPC error;
 * - `refused`: it answers 403, because it does not serve this caller;
 * - `broken`: a gateway answers 502 with a page;
 * - `garbled`: it answers 200 with invalid JSON;
 * - `slow`: it answers when `release` is called;
 * - `lost`: it executes the request, and cuts the connection instead of answering.
 */
export type NodeFault = 'down' | 'busy' | 'limited' | 'refused' | 'broken' | 'garbled' | 'slow' | 'lost';

export interface NodeRequest {
  readonly methods: readonly string[];
  readonly params: readonly unknown[];
}

/** A proxy between a wallet and its node, with faults of real nodes. */
export interface FaultyNode {
  readonly url: string;
  /** Requests so far, the oldest first. Each is a round trip. */
  readonly requests: NodeRequest[];
  /** Makes requests fail from now on, all or only those with one of the methods. Null ends it. */
  fail(fault: NodeFault | null, methods?: readonly string[]): void;
  /** Limits the next requests: with 429, or with an error in the answer for one method only (EIP-1474: -32005). */
  limit(times: number, method?: string): void;
  /** Replaces the result of a method. A function receives the node's result. */
  lie(method: string, result: unknown): void;
  /** Reports another chain id than the real one. */
  lieAboutChain(chainId: number): void;
  /** Reports this price of a unit of gas, in wei, in gas prices, blocks and the fee history. */
  lieAboutFees(weiPerGas: bigint): void;
  refuse(method: string, error: { code: number; message: string; data?: unknown }): void;
  /** Accepts the next broadcasts, returns their hashes, and forgets them. */
  forget(broadcasts: number): void;
  /** Ends all lies, refusals, limits and forgetting. */
  beHonest(): void;
  /** Returns the number of requests that wait for `release`. */
  waiting(): number;
  release(): void;
  close(): Promise<void>;
}

interface Call {
  readonly method?: string;
  readonly params?: unknown;
}
interface Reply {
  result?: unknown;
  error?: unknown;
}
type Change = (reply: Reply) => Reply;

/** Starts a proxy in front of a chain's own node. Pages of every origin may call it. */
export async function startFaultyNode(chain: Pick<Chain, 'forward'>): Promise<FaultyNode> {
  const requests: NodeRequest[] = [];
  const changes = new Map<string, Change>();
  let held: (() => void)[] = [];
  let forgotten = 0;
  let limit: { left: number; readonly method: string | undefined } = { left: 0, method: undefined };
  let fault: { kind: NodeFault; methods: readonly string[] | null } | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const text = await readAll(request);
    const asked = JSON.parse(text) as Call | Call[];
    const calls = Array.isArray(asked) ? asked : [asked];
    const methods = calls.map(({ method = '' }) => method);
    let isLimiting = false;
    requests.push({ methods, params: calls.map(({ params }) => params) });
    const isHit =
      fault !== null && (fault.methods === null || methods.some((one) => fault?.methods?.includes(one)));
    const kind = isHit ? fault?.kind : null;

    const json = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (limit.left > 0 && (limit.method === undefined || methods.includes(limit.method))) {
      limit.left -= 1;
      if (limit.method === undefined) return json(429, tooMany());
      isLimiting = true;
    }
    if (kind === 'slow') await new Promise<void>((resolve) => held.push(resolve));
    if (kind === 'down') return void response.destroy();
    if (kind === 'busy') return void response.writeHead(429, { 'retry-after': '1' }).end('Too Many Requests');
    if (kind === 'limited') return json(429, tooMany());
    if (kind === 'refused') return json(403, { message: 'The key of this address is not valid' });
    if (kind === 'broken') return void response.writeHead(502).end('<html>Bad Gateway</html>');
    if (kind === 'garbled') return void response.writeHead(200).end('{"jsonrpc":"2.0","id":1,"res');
    const headers = { 'content-type': 'application/json' };
    const said = isForgotten(methods)
      ? { jsonrpc: '2.0', id: 1, result: hashOf(calls) }
      : ((await (await chain.forward(text)).json()) as Reply | Reply[]);
    if (kind === 'lost') return void response.destroy();
    const replies = (Array.isArray(said) ? said : [said]).map((reply, place) => {
      if (isLimiting && methods[place] === limit.method) return { ...reply, result: undefined, ...tooMany() };
      const change = changes.get(methods[place] ?? '');
      return change ? change(reply) : reply;
    });
    response.writeHead(200, headers).end(JSON.stringify(Array.isArray(said) ? replies : replies[0]));
  }

  function isForgotten(methods: readonly string[]): boolean {
    const isHit = forgotten > 0 && methods.includes('eth_sendRawTransaction');
    if (isHit) forgotten -= 1;
    return isHit;
  }

  const server = createServer((request, response) => {
    // A failed request only closes its connection.
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const lie: FaultyNode['lie'] = (method, result) => {
    changes.set(method, ({ error: _, ...reply }) => ({
      ...reply,
      result: typeof result === 'function' ? result(reply.result) : result,
    }));
  };
  const release = () => {
    for (const answerNow of held) answerNow();
    held = [];
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail(kind, methods) {
      fault = kind && { kind, methods: methods ?? null };
    },
    limit(times, method) {
      limit = { left: times, method };
    },
    lie,
    lieAboutChain(chainId) {
      lie('eth_chainId', `0x${chainId.toString(16)}`);
      lie('net_version', String(chainId));
    },
    lieAboutFees(weiPerGas) {
      const price = `0x${weiPerGas.toString(16)}`;
      const inBlock = (block: object | null) => block && { ...block, baseFeePerGas: price };
      for (const method of ['eth_gasPrice', 'eth_maxPriorityFeePerGas']) lie(method, price);
      for (const method of ['eth_getBlockByNumber', 'eth_getBlockByHash']) lie(method, inBlock);
      lie('eth_feeHistory', (history: { baseFeePerGas?: unknown[]; reward?: unknown[][] } | undefined) => ({
        ...history,
        baseFeePerGas: (history?.baseFeePerGas ?? []).map(() => price),
        reward: (history?.reward ?? []).map((block) => block.map(() => price)),
      }));
    },
    refuse(method, error) {
      changes.set(method, ({ result: _, ...reply }) => ({ ...reply, error }));
    },
    forget(broadcasts) {
      forgotten = broadcasts;
    },
    beHonest() {
      changes.clear();
      forgotten = 0;
      limit = { left: 0, method: undefined };
    },
    waiting: () => held.length,
    release,
    async close() {
      release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const tooMany = () => ({
  jsonrpc: '2.0',
  error: { code: -32_005, message: 'daily request count exceeded, request rate limited' },
});

function hashOf([call]: readonly Call[]): string {
  const [signed] = (call?.params ?? []) as Hex.Hex[];
  return Hash.keccak256(signed ?? '0x');
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
