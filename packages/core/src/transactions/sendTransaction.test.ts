import { isCode } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import {
  createWallet,
  prepareTransaction,
  sendTransaction,
  signPreparedTransaction,
  signTransaction,
  submitTransaction,
  type TransactionQuestion,
} from '../index.ts';
import { signInWhole } from '../wallets/embedded/wholeClient.testkit.ts';
import { ether, other, shareSendFixture } from './sendFixture.testkit.ts';

const { chain, node, fixture, newSender } = shareSendFixture();

const balanceOf = async (address: string) =>
  BigInt((await chain.request('eth_getBalance', [address, 'latest'])) as string);

describe('sending a transaction', () => {
  it('[TX-08] sending a transaction pays the recipient, and returns the receipt with the fields of existing clients', async () => {
    const { client, address } = await newSender();
    const before = await balanceOf(other);
    const { hash, receipt } = await sendTransaction(client, { transaction: { to: other, value: ether } });
    expect(await balanceOf(other)).toBe(before + ether);
    expect(receipt).toMatchObject({
      transactionHash: hash,
      from: address.toLowerCase(),
      to: other.toLowerCase(),
      status: 1,
      gasUsed: '0x5208',
      contractAddress: null,
      logs: [],
    });
    expect(BigInt(receipt?.effectiveGasPrice ?? 0)).toBeGreaterThan(0n);
  });

  it('[FRAME-11] sendTransaction signs the complete transaction in the frame, and then broadcasts it', async () => {
    const { client, address, heard } = await newSender();
    heard.length = 0;
    await sendTransaction(client, { transaction: { to: other, value: 5n, data: '0xabcd' } });
    const [asked] = heard.filter(({ event }) => event === 'privy:wallets:rpc');
    const { accessToken, entropyId, request } = (asked?.data ?? {}) as Partial<Record<string, unknown>>;
    expect(accessToken).toMatch(/^ey/);
    expect(entropyId).toBe(address);
    expect(request).toMatchObject({
      method: 'eth_signTransaction',
      params: [
        { type: 2, chainId: 31_337, nonce: 0, from: address, to: other, value: '0x5', data: '0xabcd' },
      ],
    });
    expect(node.requests.at(-2)?.methods).toEqual(['eth_sendRawTransaction']);
  });

  it('[CONF-31] sending a transaction reads and broadcasts at the URL of rpcConfig, if one is set', async () => {
    const { client, requests } = await newSender({
      chain: { rpcUrls: { default: { http: ['http://127.0.0.1:9/own'] } } },
      config: { rpcConfig: { rpcUrls: { 31337: node.url } } },
    });
    await sendTransaction(client, { transaction: { to: other, value: 1 } });
    const urls = requests.map(({ url }) => url).filter((url) => !url.startsWith(fixture.service.config.url));
    expect(new Set(urls)).toEqual(new Set([`${node.url}/`]));
  });

  it('[EMBW-22] sending a transaction fails without a wallet, and for an address that is not a wallet of the user', async () => {
    const test = await signInWhole(fixture, 'walletless@company.example');
    const sent = sendTransaction(test.client, { transaction: { to: other, value: 1 } });
    await expect(sent).rejects.toMatchObject({ code: 'embedded_wallet_not_found' });
    const { client } = await newSender();
    const foreign = sendTransaction(client, { address: other, transaction: { to: other, value: 1 } });
    await expect(foreign).rejects.toMatchObject({ code: 'embedded_wallet_not_found' });
  });

  it('[TX-11, EMBW-18] sending a transaction fails before signing if the wallet cannot pay', async () => {
    const { client, heard } = await newSender({ wei: ether });
    heard.length = 0;
    await expect(sendTransaction(client, { transaction: { to: other, value: ether } })).rejects.toMatchObject(
      {
        code: 'insufficient_balance',
        message: 'Wallet has insufficient funds for this transaction.',
        details: { type: 'insufficient_funds' },
      },
    );
    expect(heard).toEqual([]);
  });

  it('[TX-17] [ERR-26] sendTransaction reports a reverted transaction as transaction_failure, with its hash and receipt', async () => {
    const { client, address } = await newSender();
    // Creates a contract whose constructor reverts. The gas limit is set, so no estimate rejects it.
    const transaction = { data: '0x60006000fd', gasLimit: 100_000 };
    const failure = await sendTransaction(client, { transaction }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'transaction_failure',
      details: { receipt: { status: 0, from: address.toLowerCase() } },
    });
    const { hash } = (isCode(failure) && failure.details) || {};
    expect(await chain.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x0' });
  });

  it('a transaction’s simulation and price are requested for a review, but not for sending without a review', async () => {
    const { client, requests } = await newSender();
    requests.length = 0;
    await sendTransaction(client, { transaction: { to: other, value: 1 } });
    const asked = () => node.requests.flatMap(({ methods }) => methods);
    const ofService = () => requests.filter(({ url }) => url.startsWith(fixture.service.config.url));
    expect(ofService().length).toBe(0);
    expect(asked().includes('eth_simulateV1')).toBe(false);
    await prepareTransaction(client, { transaction: { to: other, value: 1 } });
    expect(ofService().length).toBe(1);
    expect(asked().includes('eth_simulateV1')).toBe(true);
  });

  it("[TX-17] sendTransaction reports a node's refusal as transaction_failure, and frees the nonce for the next transaction", async () => {
    const { client } = await newSender();
    const low = { to: other, value: 1, maxFeePerGas: 1 };
    const failure = await sendTransaction(client, { transaction: low }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'transaction_failure', details: { hash: expect.any(String) } });
    expect((failure as Error).message).toContain('max fee per gas less than block base fee');
    const { receipt } = await sendTransaction(client, { transaction: { to: other, value: 1 } });
    expect(receipt?.status).toBe(1);
  });

  it('sendTransaction ignores a refusal of a node that has the transaction already', async () => {
    const { client } = await newSender();
    node.refuse('eth_sendRawTransaction', { code: -32000, message: 'nonce too low' });
    const { receipt } = await sendTransaction(client, { transaction: { to: other, value: 1 } });
    expect(receipt?.status).toBe(1);
  });

  it('[TX-20] sendTransaction waits for the receipt as configured, or as the call says', async () => {
    const waiting = await newSender();
    const transaction = { to: other, value: 1 };
    const { receipt } = await sendTransaction(waiting.client, { transaction });
    expect(receipt).not.toBeNull();
    const once = await sendTransaction(waiting.client, { transaction, waitForConfirmation: false });
    expect(once.receipt).toBeNull();
    const never = await newSender({ config: { embeddedWallets: { waitForTransactionConfirmation: false } } });
    expect((await sendTransaction(never.client, { transaction })).receipt).toBeNull();
  });

  it('submitTransaction passes the checked transaction to the host, even if the host changes its object afterwards', async () => {
    const { client, address } = await newSender();
    const transaction = { to: other, value: 5 };
    const asked: TransactionQuestion[] = [];
    const sent = await sendTransaction(client, {
      transaction,
      async send(question) {
        transaction.value = 9_000;
        asked.push(question);
        const prepared = await prepareTransaction(client, question);
        return { hash: await submitTransaction(client, { prepared }), receipt: null };
      },
    });
    expect(asked).toMatchObject([
      { address, chain: { id: 31_337 }, transaction: { to: other, value: 5n }, waitForConfirmation: true },
    ]);
    expect(await chain.request('eth_getTransactionByHash', [sent.hash])).toMatchObject({ value: '0x5' });
  });

  it('signTransaction signs a transaction without sending it', async () => {
    const { client, address } = await newSender();
    const signed = await signTransaction(client, { transaction: { to: other, value: 5 } });
    expect(node.requests.flatMap(({ methods }) => methods)).not.toContain('eth_sendRawTransaction');
    const hash = await chain.request('eth_sendRawTransaction', [signed]);
    expect(await chain.request('eth_getTransactionByHash', [hash])).toMatchObject({
      from: address.toLowerCase(),
    });
    const prepared = await prepareTransaction(client, { transaction: { to: other, value: 5 } });
    expect(await signPreparedTransaction(client, { prepared })).toMatch(/^0x02/);
  });

  it("[SIGN-09] submitTransaction rejects with unable_to_sign if the host's `sign` does not return a transaction", async () => {
    const { client } = await newSender();
    const prepared = await prepareTransaction(client, { transaction: { to: other, value: 5 } });
    for (const wrong of ['hello', '0x', 7, null, undefined]) {
      await expect(
        submitTransaction(client, { prepared, sign: async () => wrong as never }),
      ).rejects.toMatchObject({
        code: 'unable_to_sign',
      });
    }
  });

  it('sendTransaction refuses to send a transaction with an excessive fee without a review', async () => {
    const { client, heard } = await newSender({ wei: 10n ** 30n });
    heard.length = 0;
    node.lieAboutFees(10n ** 24n / 21_000n); // a million ether
    const transaction = { to: other, value: 1 };
    await expect(sendTransaction(client, { transaction })).rejects.toMatchObject({
      code: 'transaction_failure',
      message: 'The fee is so high that a person must approve it',
    });
    const prepared = await prepareTransaction(client, { transaction });
    expect(prepared.warnings).toEqual(['excessive-fee']);
    expect(heard).toEqual([]);
  });

  it('[TX-10] prepareTransaction prepares the retry of a failed attempt with a new nonce', async () => {
    const { client } = await newSender();
    const transaction = { data: '0x60006000fd', gasLimit: 100_000, nonce: 0 };
    const failure = await sendTransaction(client, { transaction }).catch((error: unknown) => error);
    const { hash } = ((isCode(failure) && failure.details) || {}) as { hash?: `0x${string}` };
    expect(hash).toMatch(/^0x/);
    const prepared = await prepareTransaction(client, { transaction, retryOf: hash });
    expect(prepared).toMatchObject({ transaction: { nonce: 1 }, continues: null });
  });

  it('prepareTransaction prepares a retry as a continuation if the block of the earlier attempt was removed from the chain', async () => {
    const { client } = await newSender();
    const before = await chain.request('evm_snapshot', []);
    const transaction = { to: '0x52908400098527886E0F7030069857D2E4169EE7', value: 1n } as const;
    const { hash } = await sendTransaction(client, { transaction });
    await chain.request('evm_revert', [before]);
    expect(await chain.request('eth_getTransactionReceipt', [hash])).toBeNull();
    const prepared = await prepareTransaction(client, { transaction, retryOf: hash });
    expect(prepared.continues).toBe(hash);
  });

  it('sendTransaction sends a transaction that creates a contract', async () => {
    const { client } = await newSender();
    // Code that returns the single byte 0x00.
    const { receipt } = await sendTransaction(client, { transaction: { data: '0x60016000f3' } });
    expect(await chain.request('eth_getCode', [receipt?.contractAddress, 'latest'])).toBe('0x00');
  });

  it('sendTransaction sends a transaction with the type that the fields of the request require', async () => {
    const { client } = await newSender();
    const list = [{ address: other, storageKeys: [`0x${'00'.repeat(32)}`] }];
    for (const [fields, type] of [
      [{ gasPrice: 2_000_000_000 }, 0],
      [{ type: 0 }, 0],
      [{ type: '0x1', accessList: list }, 1],
      [{ accessList: list }, 2],
    ] as const) {
      const { receipt } = await sendTransaction(client, { transaction: { to: other, value: 1, ...fields } });
      expect(receipt).toMatchObject({ status: 1, type });
    }
  });

  it('concurrent transactions of one wallet have different nonces', async () => {
    const { client, address } = await newSender();
    await expect(createWallet(client)).rejects.toMatchObject({ code: 'embedded_wallet_already_exists' });
    const [one, two] = await Promise.all(
      [1, 2].map((value) => sendTransaction(client, { address, transaction: { to: other, value } })),
    );
    expect(new Set([one?.hash, two?.hash]).size).toBe(2);
  });
});
