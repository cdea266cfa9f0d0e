import { toBase58 } from '@latchkey/frame/readable';
import { createSolana, type Solana } from '@latchkey/sandbox';
import { createTestService, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  getSolanaSigner,
  type SolanaCommitment,
  type SolanaSendOptions,
  sendSolanaTransaction,
} from '../../../index.ts';
import { createSolanaClient, embedded, solanaAddress, transferOf } from './scriptedSolana.testkit.ts';

const chain = 'solana:localnet' as const;
const config = { solana: { rpcUrls: { [chain]: 'https://node.example/' } } };
const receiver = toBase58(new Uint8Array(32).fill(1));
const confirmed: SolanaSendOptions = { commitment: 'confirmed' };

/**
 * Fault of a call to the node: the connection breaks before the request arrives (`down`) or after it (`lost`), or the
 * node returns the given answer.
 */
type Fault = 'down' | 'lost' | { error: object } | { result: unknown };

describe('delivery of a Solana transaction', () => {
  let service: TestService;
  let cluster: Solana;
  beforeAll(async () => {
    service = await createTestService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    cluster = createSolana(service.clock.now);
    await cluster.fund(solanaAddress, 10_000_000_000n);
  });

  async function start() {
    const faults = new Map<string, Fault[]>();
    const asked: string[] = [];
    const sent: string[] = [];
    const test = await createSolanaClient(service, {
      config,
      accounts: [embedded('solana', solanaAddress)],
      cluster: {
        async respond(text) {
          const { method, params } = JSON.parse(text);
          asked.push(method);
          if (method === 'sendTransaction') sent.push(params[0]);
          const fault = faults.get(method)?.shift();
          if (fault === 'down') throw new TypeError('Failed to fetch');
          if (typeof fault === 'object') return JSON.stringify({ jsonrpc: '2.0', id: 1, ...fault });
          const reply = await cluster.respond(text);
          if (fault === 'lost') throw new TypeError('Failed to fetch');
          return reply;
        },
      },
    });
    await test.enter();
    /** Waits for the first request to the node, then advances the clock until the promise settles. */
    async function watch<Result>(promise: Promise<Result>): Promise<Result> {
      const requestsBefore = asked.length;
      let hasEnded = false;
      const end = () => {
        hasEnded = true;
      };
      promise.then(end, end);
      while (!hasEnded && asked.length === requestsBefore) await new Promise(setImmediate);
      do await test.timers.advance(200);
      while (!hasEnded);
      return promise;
    }
    const send = (lamports: bigint, options?: SolanaSendOptions) =>
      latest().then((blockhash) =>
        watch(
          sendSolanaTransaction(test.client, {
            transaction: transferOf(lamports, blockhash),
            chain,
            ...(options ? { options } : {}),
          }),
        ),
      );
    return { ...test, asked, sent, faults, send, watch };
  }
  async function latest(): Promise<string> {
    const { value } = (await cluster.request('getLatestBlockhash')) as { value: { blockhash: string } };
    return value.blockhash;
  }
  async function balanceOf(address: string): Promise<bigint> {
    return BigInt(((await cluster.request('getBalance', [address])) as { value: bigint }).value);
  }
  const requestsToSign = (heard: readonly { event: string }[]) =>
    heard.filter(({ event }) => event === 'privy:wallets:rpc');

  it('a Solana delivery succeeds when the network reached the requested commitment', async () => {
    const { send, asked } = await start();
    await send(1_000_000_000n);
    expect(asked).toEqual(['sendTransaction']);
    const levels = ['processed', 'confirmed', 'finalized'] as const;
    for (const commitment of levels) {
      const id = await send(2_000_000_000n, { commitment });
      const { value } = (await cluster.request('getSignatureStatuses', [[id]])) as {
        value: { confirmationStatus: SolanaCommitment }[];
      };
      const reached = levels.indexOf(value[0]?.confirmationStatus ?? 'processed');
      expect(reached).toBeGreaterThanOrEqual(levels.indexOf(commitment));
      await cluster.pass(1); // another block hash makes the next transaction a different one
    }
    expect(await balanceOf(receiver)).toBe(7_000_000_000n);
  });

  it('a lost Solana transaction is sent again unchanged, and arrives once', async () => {
    const { send, sent, heard } = await start();
    cluster.lose(2);
    await send(1_000_000_000n, confirmed);
    expect(sent.length).toBe(3);
    expect(new Set(sent).size).toBe(1);
    expect(requestsToSign(heard)).toHaveLength(1);
    expect(await balanceOf(receiver)).toBe(1_000_000_000n);
  });

  it("a Solana transaction is delivered once although the node's answers are lost, with and without a commitment", async () => {
    for (const options of [undefined, confirmed]) {
      const { send, sent, faults, heard } = await start();
      faults.set('sendTransaction', ['lost', 'lost', 'down']);
      faults.set('getSignatureStatuses', ['down', 'lost']);
      faults.set('isBlockhashValid', ['down']);
      const before = await balanceOf(receiver);
      await send(1_000_000_000n, options);
      expect(sent.length).toBeGreaterThan(2);
      expect(requestsToSign(heard)).toHaveLength(1);
      expect((await balanceOf(receiver)) - before).toBe(1_000_000_000n);
    }
  });

  it('a Solana transaction whose block hash a node rejects counts as delivered if it is on the chain, and otherwise as expired', async () => {
    const { send, faults } = await start();
    const error = { code: -32002, message: 'Blockhash not found', data: { err: 'BlockhashNotFound' } };
    faults.set('sendTransaction', ['lost', { error }]);
    await send(1_000_000_000n, confirmed);
    expect(await balanceOf(receiver)).toBe(1_000_000_000n);
    faults.set('sendTransaction', ['down', { error }]);
    await cluster.pass(1);
    const expired = { code: 'transaction_failure', details: { error: 'expired' } };
    await expect(send(1_000_000_000n, confirmed)).rejects.toMatchObject(expired);
    // The block hash expired before the first send.
    faults.set('sendTransaction', [{ error }]);
    await cluster.pass(1);
    await expect(send(1_000_000_000n)).rejects.toMatchObject(expired);
    expect(await balanceOf(receiver)).toBe(1_000_000_000n);
  });

  it('if a node refuses a Solana transaction after a lost answer and does not report it yet, its outcome is unknown without a commitment, and is awaited with one', async () => {
    const { send, sent, faults } = await start();
    const refused = { error: { code: -32002, message: 'refused', data: { err: 'BlockhashNotFound' } } };
    for (const [count, status] of (['down', { result: { value: [null] } }] as const).entries()) {
      await cluster.pass(1);
      faults.set('sendTransaction', ['lost', refused]);
      faults.set('getSignatureStatuses', [status]);
      await expect(send(1_000_000_000n)).rejects.toMatchObject({
        code: 'network_error',
        details: { signature: expect.any(String) },
      });
      expect(await balanceOf(receiver)).toBe(BigInt(count + 1) * 1_000_000_000n);
    }
    await cluster.pass(1);
    faults.set('sendTransaction', ['lost', refused]);
    faults.set('getSignatureStatuses', ['down', { result: { value: [null] } }]);
    const sentBefore = sent.length;
    await send(1_000_000_000n, confirmed);
    expect(sent.length - sentBefore).toBe(2);
    expect(await balanceOf(receiver)).toBe(3_000_000_000n);
  });

  it('a Solana transaction is sent again if the node is busy', async () => {
    const { send, faults } = await start();
    for (const code of [-32005, -32016, -32603]) {
      faults.set('sendTransaction', [{ error: { code, message: 'later' } }]);
      await cluster.pass(1);
      await send(1_000_000_000n);
    }
    expect(await balanceOf(receiver)).toBe(3_000_000_000n);
  });

  it('sendSolanaTransaction reports a refused Solana transaction with its id, error and logs, and a failed one with its error', async () => {
    const { send } = await start();
    await expect(send(20_000_000_000n, confirmed)).rejects.toMatchObject({
      code: 'transaction_failure',
      message: expect.stringContaining('custom program error: 0x1'),
      details: {
        signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
        code: -32002,
        error: { InstructionError: [0, { Custom: 1 }] },
        logs: expect.arrayContaining([expect.stringContaining('insufficient lamports')]),
      },
    });
    await expect(send(20_000_000_000n, { ...confirmed, skipPreflight: true })).rejects.toMatchObject({
      code: 'transaction_failure',
      details: { error: { InstructionError: [0, { Custom: 1 }] } },
    });
  });

  it('an expired Solana transaction is reported as failed, and does not arrive when it is sent again', async () => {
    const { send, sent } = await start();
    cluster.lose(1_000);
    await expect(send(1_000_000_000n, confirmed)).rejects.toMatchObject({
      code: 'transaction_failure',
      details: { error: 'expired' },
    });
    expect(new Set(sent).size).toBe(1);
    expect(sent.length).toBeGreaterThan(10);
    cluster.lose(0);
    await cluster.request('sendTransaction', [sent[0], { encoding: 'base64', skipPreflight: true }]);
    expect(await balanceOf(receiver)).toBe(0n);
  });

  it('sendSolanaTransaction keeps waiting for a Solana transaction if a node does not know its block hash yet', async () => {
    const { send, faults } = await start();
    cluster.lose(2);
    const early: Fault[] = Array.from({ length: 3 }, () => ({ result: { value: false } }));
    faults.set('isBlockhashValid', early);
    await send(1_000_000_000n, confirmed);
    expect(await balanceOf(receiver)).toBe(1_000_000_000n);
  });

  it('sendSolanaTransaction reports the outcome of a Solana transaction as unknown, not as failed, if the node does not answer about its status or its sending', async () => {
    const silent: Fault[] = Array.from({ length: 10_000 }, () => 'down');
    const { send, faults } = await start();
    faults.set('getSignatureStatuses', silent);
    await expect(send(1_000_000_000n, confirmed)).rejects.toMatchObject({
      code: 'client_request_timeout',
      details: { signature: expect.any(String) },
    });
    faults.set('sendTransaction', [...silent]);
    await expect(send(1_000_000_000n)).rejects.toMatchObject({
      code: 'network_error',
      details: { signature: expect.any(String) },
    });
  });

  it('sendSolanaTransaction delivers a Solana transaction despite invalid answers of a node', async () => {
    const { send, faults } = await start();
    faults.set('getSignatureStatuses', [
      ...[
        null,
        7,
        { value: null },
        { value: {} },
        { value: [7] },
        { value: [{ confirmationStatus: 'sure' }] },
      ].map((result) => ({ result })),
      { error: { code: 'x' } },
    ]);
    faults.set('isBlockhashValid', [{ result: null }, { result: { value: 'no' } }]);
    await send(1_000_000_000n, confirmed);
    expect(await balanceOf(receiver)).toBe(1_000_000_000n);
  });

  it('the Solana signer asks the user to confirm all transactions before it sends the first, and names those sent before a failure', async () => {
    const { client, watch, sent } = await start();
    const account = { address: solanaAddress };
    const blockhash = await latest();
    const inputs = [1n, 2n, 3n].map((sol) => ({
      account,
      chain,
      transaction: transferOf(sol * 1_000_000_000n, blockhash),
    }));
    const declined = new Error('declined');
    const asked: number[] = [];
    const reluctant = await getSolanaSigner(client, {
      async sign(_, place) {
        asked.push(place);
        if (place === 2) throw declined;
        return toBase58(new Uint8Array(64).fill(1));
      },
    });
    await expect(watch(reluctant.signAndSendTransaction(...inputs))).rejects.toBe(declined);
    expect(asked).toEqual([0, 1, 2]);
    expect(sent).toEqual([]);

    const { signAndSendTransaction } = await getSolanaSigner(client);
    const outputs = await watch(signAndSendTransaction(...inputs));
    expect(outputs.map(({ signature }) => signature.length)).toEqual([64, 64, 64]);
    expect(await balanceOf(receiver)).toBe(6_000_000_000n);

    await cluster.pass(1);
    const next = await latest();
    const dear = [1n, 50n].map((sol) => ({
      account,
      chain,
      transaction: transferOf(sol * 1_000_000_000n, next),
    }));
    await expect(watch(signAndSendTransaction(...dear))).rejects.toMatchObject({
      code: 'transaction_failure',
      details: { sent: [expect.any(String)] },
    });
    expect(await balanceOf(receiver)).toBe(7_000_000_000n);
  });

  it('sendSolanaTransaction refuses a Solana transaction whose fee payer has not signed, before the user is asked', async () => {
    const { client, heard } = await start();
    const transaction = transferOf(1n, await latest());
    // Two signers. The first, which pays the fee, is not the user's wallet.
    const stranger = new Uint8Array(32).fill(9);
    const message = [2, 0, 1, 4, ...stranger, ...transaction.subarray(69)];
    const wire = Uint8Array.from([2, ...new Uint8Array(128), ...message]);
    await expect(sendSolanaTransaction(client, { transaction: wire, chain })).rejects.toMatchObject({
      code: 'invalid_data',
      message: 'The fee payer has not signed this transaction',
    });
    expect(requestsToSign(heard)).toEqual([]);
  });
});
