import { isCode } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import {
  cancelTransaction,
  listPendingTransactions,
  logout,
  mountWalletFrame,
  prepareTransaction,
  sendTransaction,
  signRequest,
  speedUpTransaction,
  submitTransaction,
  waitForReceipt,
} from '../index.ts';
import { other, type Sender, type SenderOptions, shareSendFixture } from './sendFixture.testkit.ts';

const { chain, isBusy, node, newSender, setSettling } = shareSendFixture();

const transaction = { to: other, value: 1 };
const chainId = 31_337;
const countOf = async (address: string) =>
  Number(await chain.request('eth_getTransactionCount', [address, 'latest']));
const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);
const hashOf = (failure: unknown) => (isCode(failure) ? failure.details?.hash : null) as `0x${string}`;

const keyOf = ({ client }: Sender) => `privy:transactions:${client.options.appId}`;
const keptBy = (sender: Sender) =>
  JSON.parse(JSON.parse(sender.profile.stored.get(keyOf(sender)) ?? '"[]"')) as unknown[];

/** Runs work with automatic mining turned off, so transactions wait for `chain.mine`. */
async function withBlocksByHand<T>(work: () => Promise<T>): Promise<T> {
  await chain.request('evm_setAutomine', [false]);
  setSettling(false);
  try {
    return await work();
  } finally {
    await chain.mine();
    await chain.request('evm_setAutomine', [true]);
  }
}

/** Advances a client's time in steps of a second until the work is done. Lets the node answer after each step. */
async function inTime<T>({ timers }: Pick<Sender, 'timers'>, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => {});
  while (!isDone) {
    const asked = node.requests.length;
    await timers.advance(1_000);
    for (let turn = 0; !isDone && (isBusy() || (turn < 20 && node.requests.length === asked)); turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return done;
}

async function advanceUntil({ timers }: Pick<Sender, 'timers'>, isSo: () => Promise<boolean>): Promise<void> {
  const advance = async () => {
    await timers.advance(1_000);
    return isSo();
  };
  await expect.poll(advance).toBe(true);
}

describe('a page that is closed', () => {
  it('a closed page leaves a signed transaction to the next page, which sends it once', async () => {
    const sender = await newSender();
    const prepared = await prepareTransaction(sender.client, { transaction });
    node.fail('slow', ['eth_sendRawTransaction']);
    failureOf(submitTransaction(sender.client, { prepared })).catch(() => {});
    await expect.poll(() => node.waiting()).toBe(1);
    expect(keptBy(sender)).toMatchObject([{ status: 'unseen', transaction: { nonce: 0 } }]);
    node.fail('down', ['eth_sendRawTransaction']);
    sender.client.destroy();
    expect(await countOf(sender.address)).toBe(0);
    node.fail(null);
    const next = await sender.openTab();
    await expect.poll(() => countOf(sender.address)).toBe(1);
    const [kept] = await listPendingTransactions(next.client);
    expect(kept).toMatchObject({ status: 'mined', address: sender.address, transaction: { nonce: 0 } });
    await next.openTab();
    expect(await countOf(sender.address)).toBe(1);
  });

  it('a signed transaction of an earlier login is sent when the same user logs in again', async () => {
    const sender = await newSender();
    const prepared = await prepareTransaction(sender.client, { transaction });
    node.fail('down', ['eth_sendRawTransaction']);
    await inTime(sender, failureOf(submitTransaction(sender.client, { prepared })));
    await logout(sender.client);
    node.fail(null);
    const next = await sender.openTab();
    await mountWalletFrame(next.client);
    expect(await countOf(sender.address)).toBe(0);
    await next.timers.advance(60_000); // Skips the cooldown between codes.
    await next.logIn(sender.email);
    await expect.poll(() => countOf(sender.address)).toBe(1);
  });

  it('a transaction is sent once if the node accepted it but its answer was lost', async () => {
    const sender = await newSender();
    node.fail('lost', ['eth_sendRawTransaction']);
    const sent = await inTime(sender, sendTransaction(sender.client, { transaction }));
    expect(sent.receipt?.status).toBe(1);
    expect(await countOf(sender.address)).toBe(1);
  });
});

describe('a node that does not answer', () => {
  it('a node that did not answer gets the same transaction again, and a retry does not sign another', async () => {
    const sender = await newSender();
    node.fail('down', ['eth_sendRawTransaction']);
    const failure = await inTime(sender, failureOf(sendTransaction(sender.client, { transaction })));
    expect(failure).toMatchObject({ code: 'transaction_failure', details: { hash: expect.any(String) } });
    expect(await listPendingTransactions(sender.client)).toMatchObject([{ status: 'unseen' }]);
    node.fail(null);
    sender.heard.length = 0;
    const retryOf = hashOf(failure);
    const { hash } = await sendTransaction(sender.client, { transaction, retryOf });
    expect(hash).toBe(retryOf);
    expect(sender.heard).toEqual([]);
    expect(await countOf(sender.address)).toBe(1);
    // The transaction has arrived. A late retry finds it on the chain, without the stored copy.
    sender.profile.stored.delete(keyOf(sender));
    expect((await sendTransaction(sender.client, { transaction, retryOf })).hash).toBe(retryOf);
    expect(await countOf(sender.address)).toBe(1);
  });

  it('a transaction whose answer was lost is kept if a node that does not know it reports that its nonce is used', async () => {
    const sender = await newSender();
    // The nodes that answer are behind the one that took the transaction.
    node.lie('eth_getTransactionByHash', null);
    node.lie('eth_getTransactionReceipt', null);
    node.lie('eth_getTransactionCount', '0x0');
    node.refuse('eth_sendRawTransaction', {
      code: -32_000,
      message: 'nonce too low: next nonce 1, tx nonce 0',
    });
    node.fail('lost', ['eth_sendRawTransaction']);
    const sending = failureOf(sendTransaction(sender.client, { transaction }));
    const hasSent = () => node.requests.some(({ methods }) => methods.includes('eth_sendRawTransaction'));
    await expect.poll(hasSent).toBe(true);
    node.fail(null);
    const failure = await inTime(sender, sending);
    expect(failure).toMatchObject({ code: 'transaction_failure', details: { hash: expect.any(String) } });
    const hash = hashOf(failure);
    const retry = failureOf(sendTransaction(sender.client, { transaction, retryOf: hash }));
    expect(await inTime(sender, retry)).toMatchObject({ code: 'transaction_failure', details: { hash } });
    expect(await listPendingTransactions(sender.client)).toMatchObject([{ hash }]);
    node.beHonest();
    expect(await waitForReceipt(sender.client, { hash, chainId })).toMatchObject({ status: 1 });
    expect(await countOf(sender.address)).toBe(1);
  });

  it('a node that does not answer is polled until there is a receipt', async () => {
    const sender = await newSender();
    await withBlocksByHand(async () => {
      const sending = sendTransaction(sender.client, { transaction });
      await expect.poll(() => broadcasts()).toHaveLength(1);
      node.fail('down');
      await sender.timers.advance(6_000);
      node.fail(null);
      await chain.mine();
      expect((await inTime(sender, sending)).receipt?.status).toBe(1);
    });
  });

  it('a transaction is not treated as replaced while its node limits receipts', async () => {
    const sender = await newSender();
    await withBlocksByHand(async () => {
      const { hash } = await sendTransaction(sender.client, { transaction, waitForConfirmation: false });
      // Simulates several nodes behind one address that are not in sync.
      node.lie('eth_getTransactionByHash', null);
      node.limit(1_000, 'eth_getTransactionReceipt');
      await chain.mine();
      const waiting = waitForReceipt(sender.client, { hash, chainId });
      const fromMs = sender.timers.now();
      await advanceUntil(sender, async () => sender.timers.now() - fromMs > 45_000);
      node.beHonest();
      expect((await inTime(sender, waiting)).status).toBe(1);
    });
  });

  it('waitForReceipt ends with a timeout if the node does not answer', async () => {
    const sender = await newSender();
    await withBlocksByHand(async () => {
      const { hash } = await sendTransaction(sender.client, { transaction, waitForConfirmation: false });
      node.fail('down');
      const timers = sender.timers.waiting;
      const waiting = failureOf(waitForReceipt(sender.client, { hash, chainId }));
      await expect.poll(() => sender.timers.waiting).toBe(timers + 2);
      await sender.timers.advance(11 * 60_000);
      expect(await inTime(sender, waiting)).toMatchObject({
        code: 'client_request_timeout',
        details: { hash },
      });
    });
  });
});

const holdSignatures = async ({ event }: { event: string }) => {
  if (event === 'privy:wallets:rpc') await new Promise((resolve) => setTimeout(resolve, 15));
};

const broadcasts = () =>
  node.requests.flatMap(({ methods, params }) =>
    methods.includes('eth_sendRawTransaction') ? [JSON.stringify(params)] : [],
  );

/** Rounds in which each of three pages sends ten transactions at once. */
const batches = process.env.LATCHKEY_WIDE === '1' ? 10 : 3;
const sentInAll = 3 * 10 * batches;

describe('several pages of one wallet', () => {
  const cases: [string, SenderOptions][] = [
    ['with locks', {}],
    ['without locks', { page: { hasLocks: false } }],
  ];

  it.each(cases)('pages of one wallet use different nonces, %s', async (_, options) => {
    // Signatures are slow, so a tab that ignored the lock would sign at the same time.
    const first = await newSender({ ...options, hold: holdSignatures });
    const tabs = [first, await first.openTab(), await first.openTab()];
    const sends = tabs.flatMap((tab) =>
      Array.from({ length: 10 }, () =>
        inTime(tab, sendTransaction(tab.client, { transaction, waitForConfirmation: false })),
      ),
    );
    const hashes = (await Promise.all(sends)).map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(30);
    await expect.poll(() => countOf(first.address)).toBe(30);
  });

  it('pages with one wallet send many transactions, of which none is stuck, lost or doubled', async () => {
    const first = await newSender();
    const tabs = [first, await first.openTab(), await first.openTab()];
    setSettling(false);
    const sends = tabs.map(async ({ client }) => {
      const hashes: string[] = [];
      for (let batch = 0; batch < batches; batch += 1) {
        const ten = Array.from({ length: 10 }, () =>
          sendTransaction(client, { transaction, waitForConfirmation: false }),
        );
        hashes.push(...(await Promise.all(ten)).map(({ hash }) => hash));
      }
      return hashes;
    });
    const hashes = (await Promise.all(sends)).flat();
    expect(new Set(hashes).size).toBe(sentInAll);
    const nonces = keptBy(first).map(
      (kept) => (kept as { transaction: { nonce: number } }).transaction.nonce,
    );
    expect(nonces.toSorted((a, b) => a - b)).toEqual(Array.from({ length: sentInAll }, (_, nonce) => nonce));
    await expect.poll(() => countOf(first.address)).toBe(sentInAll);
    const receipts = await Promise.all(
      hashes.map((hash) => chain.request('eth_getTransactionReceipt', [hash])),
    );
    expect(receipts.every((receipt) => (receipt as { status: string }).status === '0x1')).toBe(true);
  });

  it('a page can send while the approval of another page is open, and the approval then fails', async () => {
    const first = await newSender();
    const second = await first.openTab();
    const prepared = await prepareTransaction(first.client, { transaction });
    const approval = submitTransaction(first.client, {
      prepared,
      async sign(request) {
        await sendTransaction(second.client, { transaction });
        return (await signRequest(first.client, request)) as `0x${string}`;
      },
    });
    await expect(approval).rejects.toMatchObject({ code: 'transaction_failure' });
    expect(await countOf(first.address)).toBe(1);
  });
});

describe('a pending transaction', () => {
  it('a pending transaction is sped up with a higher fee, and a waiting caller gets the new receipt', async () => {
    const sender = await newSender();
    await withBlocksByHand(async () => {
      const { hash } = await sendTransaction(sender.client, { transaction, waitForConfirmation: false });
      const waiting = waitForReceipt(sender.client, { hash, chainId });
      const dearer = await speedUpTransaction(sender.client, { hash });
      const list = await listPendingTransactions(sender.client);
      const [before, after] = list.map((one) => BigInt(one.transaction.maxFeePerGas ?? 0));
      expect(Number(after) / Number(before)).toBeGreaterThanOrEqual(1.1);
      expect(list[1]).toMatchObject({ hash: dearer, replaces: { hash, by: 'speed-up' }, status: 'pending' });
      await chain.mine();
      expect((await inTime(sender, waiting)).transactionHash).toBe(dearer);
    });
    expect(await countOf(sender.address)).toBe(1);
    expect(await listPendingTransactions(sender.client)).toMatchObject([{ status: 'mined' }]);
  });

  it('a pending transaction is cancelled without a payment, a waiting caller gets an error, and a mined one cannot be sped up', async () => {
    const sender = await newSender();
    await withBlocksByHand(async () => {
      const { hash } = await sendTransaction(sender.client, { transaction, waitForConfirmation: false });
      const waiting = failureOf(waitForReceipt(sender.client, { hash, chainId }));
      const instead = await cancelTransaction(sender.client, { hash });
      await chain.mine();
      expect(await inTime(sender, waiting)).toMatchObject({
        code: 'transaction_failure',
        message: 'The transaction was cancelled',
        details: { hash },
      });
      expect(await chain.request('eth_getTransactionByHash', [instead])).toMatchObject({
        to: sender.address.toLowerCase(),
        value: '0x0',
      });
      await expect(speedUpTransaction(sender.client, { hash: instead })).rejects.toMatchObject({
        code: 'transaction_failure',
      });
    });
  });

  it('a pending transaction is sent again if the node lost it', async () => {
    const sender = await newSender();
    await withBlocksByHand(async () => {
      const { hash } = await sendTransaction(sender.client, { transaction, waitForConfirmation: false });
      await chain.request('anvil_dropTransaction', [hash]);
      expect(await chain.request('eth_getTransactionByHash', [hash])).toBeNull();
      await listPendingTransactions(sender.client);
      expect(await chain.request('eth_getTransactionByHash', [hash])).not.toBeNull();
    });
    expect(await countOf(sender.address)).toBe(1);
  });

  it('a transaction that the node forgot and later ones depend on is sent again while the page is open', async () => {
    const sender = await newSender();
    setSettling(false);
    const send = () => sendTransaction(sender.client, { transaction, waitForConfirmation: false });
    node.forget(1);
    const { hash: forgotten } = await send();
    const hashes = [forgotten, (await send()).hash, (await send()).hash];
    expect(await chain.request('eth_getTransactionByHash', [forgotten])).toBeNull();
    expect(await countOf(sender.address)).toBe(0);
    await sender.timers.advance(4_000);
    await expect.poll(() => countOf(sender.address)).toBe(3);
    for (const hash of hashes)
      expect(await chain.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' });
    // The forgotten transaction was broadcast twice with the same bytes, the others once.
    const [first, second, third, again, ...more] = broadcasts();
    expect(again).toEqual(first);
    expect(more).toEqual([]);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('a transaction that the node forgot is sent again while a caller waits for the receipt of a later one', async () => {
    const sender = await newSender();
    setSettling(false);
    node.forget(1);
    await sendTransaction(sender.client, { transaction, waitForConfirmation: false });
    const { receipt } = await inTime(sender, sendTransaction(sender.client, { transaction }));
    expect(receipt?.status).toBe(1);
    expect(await countOf(sender.address)).toBe(2);
  });

  it('a transaction is sent again whenever the node forgets it, and no more once it is mined', async () => {
    const sender = await newSender();
    setSettling(false);
    node.forget(3);
    await sendTransaction(sender.client, { transaction, waitForConfirmation: false });
    await advanceUntil(sender, async () => (await countOf(sender.address)) === 1);
    await advanceUntil(sender, async () => sender.timers.waiting === 0);
    expect(broadcasts()).toEqual(Array(4).fill(broadcasts()[0]));
    expect(keptBy(sender)).toMatchObject([{ status: 'mined' }]);
  });

  it('the wait for a transaction ends with an error if it is gone from the storage and the node', async () => {
    const sender = await newSender();
    await withBlocksByHand(async () => {
      const { hash } = await sendTransaction(sender.client, { transaction, waitForConfirmation: false });
      const timers = sender.timers.waiting;
      const waiting = failureOf(waitForReceipt(sender.client, { hash, chainId }));
      await expect.poll(() => sender.timers.waiting).toBe(timers + 2); // it has polled once, and waits to poll again
      await chain.request('anvil_dropTransaction', [hash]);
      sender.profile.stored.delete(keyOf(sender));
      expect(await inTime(sender, waiting)).toMatchObject({ code: 'transaction_failure', details: { hash } });
    });
  });

  it('a transaction is sent again if its block is removed from the chain', async () => {
    const sender = await newSender();
    const snapshot = await chain.request('evm_snapshot');
    const { hash } = await sendTransaction(sender.client, { transaction });
    expect(await listPendingTransactions(sender.client)).toMatchObject([{ hash, status: 'mined' }]);
    await chain.request('evm_revert', [snapshot]);
    expect(await countOf(sender.address)).toBe(0);
    await listPendingTransactions(sender.client);
    await expect.poll(() => countOf(sender.address)).toBe(1);
    expect(await chain.request('eth_getTransactionByHash', [hash])).not.toBeNull();
  });

  it('waitForReceipt fails, and the transaction is no longer listed, if another one used its nonce', async () => {
    const sender = await newSender();
    await withBlocksByHand(async () => {
      const { hash } = await sendTransaction(sender.client, { transaction, waitForConfirmation: false });
      const waiting = failureOf(waitForReceipt(sender.client, { hash, chainId }));
      // Simulates another device that used the same nonce. The nonce is set first, because a dropped transaction
      // would be sent again otherwise.
      await chain.request('anvil_setNonce', [sender.address, '0x1']);
      await chain.request('anvil_dropTransaction', [hash]);
      expect(await inTime(sender, waiting)).toMatchObject({ code: 'transaction_failure', details: { hash } });
      expect(await listPendingTransactions(sender.client)).toEqual([]);
    });
  });

  it('a transaction is no longer listed or stored once its block is old', async () => {
    const sender = await newSender();
    await sendTransaction(sender.client, { transaction });
    expect(await listPendingTransactions(sender.client)).toHaveLength(1);
    await sender.timers.advance(16 * 60_000);
    expect(await listPendingTransactions(sender.client)).toEqual([]);
    expect(sender.profile.stored.has(keyOf(sender))).toBe(false);
  });

  it('listPendingTransactions ignores stored transactions that are invalid', async () => {
    const sender = await newSender();
    for (const wrong of [
      '{',
      '7',
      '[null, 7, {}, {"hash":"0x12"}]',
      JSON.stringify([{ hash: 1, signed: 2 }]),
    ]) {
      sender.profile.stored.set(keyOf(sender), JSON.stringify(wrong));
      const { client } = await sender.openTab();
      expect(await listPendingTransactions(client)).toEqual([]);
    }
    expect((await sendTransaction(sender.client, { transaction })).receipt?.status).toBe(1);
  });

  it('listPendingTransactions lists a stored transaction only for its own user and wallet', async () => {
    const sender = await newSender();
    await sendTransaction(sender.client, { transaction });
    expect(await listPendingTransactions(sender.client, { address: other })).toEqual([]);
    const kept = sender.profile.stored.get(keyOf(sender)) ?? '';
    const foreign = await newSender();
    foreign.profile.stored.set(keyOf(foreign), kept);
    expect(await listPendingTransactions(foreign.client)).toEqual([]);
  });

  it('[TX-13] waitForReceipt rejects if the chain is not configured', async () => {
    const { client } = await newSender();
    const waiting = waitForReceipt(client, { hash: `0x${'12'.repeat(32)}`, chainId: 137 });
    await expect(waiting).rejects.toMatchObject({
      code: 'unsupported_chain_id',
      message: 'Unsupported chain: 137',
    });
  });
});
