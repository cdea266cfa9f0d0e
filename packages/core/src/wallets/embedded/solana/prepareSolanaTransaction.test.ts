import { fromBase58, toBase58 } from '@latchkey/frame/readable';
import { createSolana, type Sandbox, type Solana, startSandbox } from '@latchkey/sandbox';
import { createTestService, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareSolanaTransaction, type SolanaChain } from '../../../index.ts';
import { createSolanaClient, solanaAddress, solanaKey, transferOf } from './scriptedSolana.testkit.ts';

const chain = 'solana:localnet' as const;
const url = 'https://node.example/';
const config = {
  solana: { rpcUrls: { [chain]: url, 'solana:mainnet': url, 'solana:devnet': url } },
} as const;
const keyOf = (fill: number) => new Uint8Array(32).fill(fill);
const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const mint = toBase58(keyOf(20));

describe('preparing a Solana transaction', () => {
  let service: TestService;
  let sandbox: Sandbox;
  let cluster: Solana;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
    service = await createTestService({ config: { pricesUrl: sandbox.pricesUrl } });
  });
  afterAll(() => Promise.all([service.close(), sandbox.close()]));
  beforeEach(() => {
    cluster = createSolana(service.clock.now);
  });

  type Node = { respond(text: string): Promise<string> };
  async function prepare(transaction: Uint8Array, node: Node = cluster, on: SolanaChain = chain) {
    const { client } = await createSolanaClient(service, { config, cluster: node });
    const message = transaction.subarray(1 + 64 * (transaction[0] ?? 0));
    const data = Buffer.from(message).toString('base64');
    return prepareSolanaTransaction(client, {
      method: 'solana_signAndSendTransaction',
      data,
      address: solanaAddress,
      chain: on,
    });
  }
  async function latest(): Promise<string> {
    const { value } = (await cluster.request('getLatestBlockhash')) as { value: { blockhash: string } };
    return value.blockhash;
  }
  /** Writes an account of the token program, as the program itself would. */
  async function write(address: string, data: readonly number[]): Promise<void> {
    const rest = {
      programAddress: token,
      lamports: 2_039_280n,
      executable: false,
      space: BigInt(data.length),
    };
    await cluster.write({ address, data: Uint8Array.from(data), ...rest } as never);
  }
  const u64 = (value: bigint) =>
    Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
  const mintOf = (decimals: number) => [
    ...new Uint8Array(36),
    ...u64(10n ** 9n),
    decimals,
    1,
    ...new Uint8Array(36),
  ];
  const held = (owner: Uint8Array, amount: bigint) => [
    ...keyOf(20),
    ...owner,
    ...u64(amount),
    ...new Uint8Array(36),
    1, // initialised
    ...new Uint8Array(56),
  ];
  /** Serialises a transaction in which the wallet calls the token program. */
  const callOf = (
    blockhash: string,
    keys: readonly Uint8Array[],
    data: readonly number[],
    accounts: readonly number[],
  ) =>
    Uint8Array.from([
      ...[
        1,
        ...new Uint8Array(64),
        1,
        0,
        1,
        keys.length + 2,
        ...solanaKey,
        ...keys.flatMap((key) => [...key]),
      ],
      ...[...(fromBase58(token) ?? []), ...(fromBase58(blockhash) ?? [])],
      ...[1, keys.length + 1, accounts.length, ...accounts, data.length, ...data],
    ]);

  it('prepareSolanaTransaction prepares a Solana transaction with the fee, the balance and the loss besides the fee, in one round of parallel requests', async () => {
    await cluster.fund(solanaAddress, 2_000_000_000n);
    const transaction = transferOf(500_000_000n, await latest());
    const waiting: (() => void)[] = [];
    const asked: string[] = [];
    const preparing = prepare(transaction, {
      async respond(text) {
        asked.push(JSON.parse(text).method);
        // Answers only once all three requests were sent.
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length === 3) for (const go of waiting) go();
        });
        return cluster.respond(text);
      },
    });
    expect(await preparing).toEqual({
      chain,
      address: solanaAddress,
      fee: 5_000n,
      balance: 2_000_000_000n,
      changes: [{ mint: null, amount: -500_000_000n, decimals: 9 }],
      willFail: false,
      price: 150,
    });
    expect(asked.toSorted()).toEqual(['getFeeForMessage', 'getMultipleAccounts', 'simulateTransaction']);
  });

  it('[DISP-08] prepareSolanaTransaction returns the price of SOL on mainnet, and null on devnet or if the price is unknown', async () => {
    const transaction = transferOf(1n, await latest());
    expect((await prepare(transaction, cluster, 'solana:mainnet')).price).toBe(150);
    expect((await prepare(transaction, cluster, 'solana:devnet')).price).toBeNull();
    sandbox.prices.set('solana', null);
    service.clock.advance(11 * 60_000);
    expect((await prepare(transaction)).price).toBeNull();
    sandbox.prices.set('solana', 150);
  });

  it("prepareSolanaTransaction reports that a Solana transaction will fail if it fails in the node's simulation", async () => {
    await cluster.fund(solanaAddress, 2_000_000_000n);
    expect(await prepare(transferOf(5_000_000_000n, await latest()))).toMatchObject({
      changes: null,
      willFail: true,
      balance: 2_000_000_000n,
    });
    await cluster.pass(0);
    const empty = createSolana(service.clock.now);
    expect(await prepare(transferOf(1n, await latest()), empty)).toMatchObject({
      willFail: true,
      balance: 0n,
    });
  });

  it("prepareSolanaTransaction returns the changes of Solana tokens with the token's decimals", async () => {
    await cluster.fund(solanaAddress, 2_000_000_000n);
    await write(mint, mintOf(2));
    await write(toBase58(keyOf(21)), held(solanaKey, 1_000n));
    await write(toBase58(keyOf(22)), held(keyOf(9), 0n));
    const transfer = callOf(await latest(), [keyOf(21), keyOf(22)], [3, ...u64(250n)], [1, 2, 0]);
    expect((await prepare(transfer)).changes).toEqual([{ mint, amount: -250n, decimals: 2 }]);
    // A transfer to the wallet itself changes nothing.
    await write(toBase58(keyOf(22)), held(solanaKey, 0n));
    expect((await prepare(transfer)).changes).toEqual([]);
  });

  it('prepareSolanaTransaction reports a Solana token account that gets another owner as a loss, though its amount stays', async () => {
    await cluster.fund(solanaAddress, 2_000_000_000n);
    await write(mint, mintOf(2));
    await write(toBase58(keyOf(21)), held(solanaKey, 1_000n));
    const given = callOf(await latest(), [keyOf(21)], [6, 2, 1, ...keyOf(9)], [1, 0]);
    expect((await prepare(given)).changes).toEqual([{ mint, amount: -1_000n, decimals: 2 }]);
  });

  it('prepareSolanaTransaction returns no changes for a Solana transaction with lookup tables, because some would be missing', async () => {
    await cluster.fund(solanaAddress, 2_000_000_000n);
    const legacy = transferOf(1_000_000n, await latest());
    const versioned = [1, ...new Uint8Array(64), 0x80, ...legacy.subarray(65), 1, ...keyOf(30), 1, 0, 0];
    const simulated = { context: { slot: 1 }, value: { err: null, accounts: [{ lamports: 1 }, null, null] } };
    const prepared = await prepare(Uint8Array.from(versioned), {
      async respond(text) {
        if (JSON.parse(text).method !== 'simulateTransaction') return cluster.respond(text);
        return JSON.stringify({ jsonrpc: '2.0', id: 1, result: simulated });
      },
    });
    expect(prepared).toMatchObject({ changes: null, willFail: false });
  });

  it.each([
    ['refuses', () => '{"error":{"code":-32601,"message":"Method not found"}}'],
    ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['returns no JSON', () => '<html>'],
    ['returns null', () => 'null'],
    ['returns a text', () => '{"result":"text"}'],
    ['returns a list', () => '{"result":{"value":[1]}}'],
    [
      'returns invalid amounts',
      () => '{"result":{"value":{"err":null,"accounts":[{"lamports":-1},{"lamports":"7"},{}]}}}',
    ],
  ])(
    'prepareSolanaTransaction prepares a Solana transaction without fee, balance and changes if a node %s',
    async (_, answer) => {
      const prepared = await prepare(transferOf(1n, await latest()), {
        async respond() {
          return answer();
        },
      });
      expect(prepared).toMatchObject({ fee: null, balance: null, changes: null });
      expect(prepared.willFail ?? false).toBe(false);
    },
  );

  it('prepareSolanaTransaction returns a fee of 0 for a Solana transaction that another account pays for', async () => {
    await cluster.fund(solanaAddress, 2_000_000_000n);
    const payer = keyOf(9);
    await cluster.fund(toBase58(payer), 2_000_000_000n);
    const [own, rest] = [transferOf(1_000_000_000n, await latest()), 65 + 4];
    const message = [2, 0, 1, 4, ...payer, ...own.subarray(rest)];
    // The same call, with its account indexes shifted by one.
    const call = [1, 3, 2, 1, 2, 12, 2, 0, 0, 0, ...u64(1_000_000_000n)];
    message.splice(message.length - 18, 18, ...call);
    const prepared = await prepare(Uint8Array.from([2, ...new Uint8Array(128), ...message]));
    expect(prepared).toMatchObject({
      fee: 0n,
      changes: [{ mint: null, amount: -1_000_000_000n }],
    });
  });
});
