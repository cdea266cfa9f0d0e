import { fromBase58 } from '@latchkey/frame/readable';
import { createTestService, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createWallet,
  type SolanaSignRequest,
  sendSolanaTransaction,
  signMessage,
  signSolanaMessage,
  signSolanaTransaction,
} from '../../../index.ts';
import {
  createSolanaClient,
  embedded,
  solanaAddress,
  solanaKey,
  solanaSignature,
} from './scriptedSolana.testkit.ts';

const blockhash = new Uint8Array(32).fill(3);
const system = new Uint8Array(32);
/** Builds the message of a legacy transaction: `payer` sends a lamport to a key whose bytes are all 1. */
const transferBy = (payer: Uint8Array) =>
  Uint8Array.from([
    ...[1, 0, 1, 3, ...payer, ...new Uint8Array(32).fill(1), ...system, ...blockhash],
    ...[1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
  ]);
const unsigned = (message: Uint8Array) => Uint8Array.from([1, ...new Uint8Array(64), ...message]);
const utf8 = (text: string) => new TextEncoder().encode(text);
const solanaAccount = () => [embedded('solana', solanaAddress)];
const nodeUrl = 'https://node.example/';

describe('a Solana wallet', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService();
  });
  afterAll(() => service.close());

  it('a Solana wallet shares the entropy of an existing Ethereum wallet, and is created only once', async () => {
    const ethereum = `0x${'a'.repeat(40)}`;
    const { client, enter, heard } = await createSolanaClient(service, {
      accounts: [embedded('ethereum', ethereum)],
    });
    await enter();
    expect(await createWallet(client, { chainType: 'solana' })).toMatchObject({
      address: solanaAddress,
      chainType: 'solana',
    });
    expect(heard.map(({ event, data }) => ({ event, ...data }))).toMatchObject([
      { event: 'privy:wallets:connect', entropyId: ethereum },
      { event: 'privy:solana-wallet:create', ethereumAddress: ethereum },
    ]);
    await expect(createWallet(client, { chainType: 'solana' })).rejects.toMatchObject({
      code: 'embedded_wallet_already_exists',
    });
  });

  it('[SOL-03] a Solana wallet is not created beside an Ethereum wallet with user-owned recovery', async () => {
    for (const recovery of ['user-passcode', 'google-drive', 'icloud']) {
      const { client, enter, heard } = await createSolanaClient(service, {
        accounts: [embedded('ethereum', `0x${'a'.repeat(40)}`, recovery)],
      });
      await enter();
      await expect(createWallet(client, { chainType: 'solana' })).rejects.toMatchObject({
        code: 'not_supported',
        details: { reason: 'own_recovery' },
      });
      expect(heard, recovery).toEqual([]);
    }
  });

  it('[SOL-04] a Solana wallet signs nothing and is not created without a signed-in user', async () => {
    const { client, heard } = await createSolanaClient(service, { accounts: solanaAccount() });
    const transaction = unsigned(transferBy(solanaKey));
    const operations = [
      () => signSolanaMessage(client, { message: 'Hello' }),
      () => signSolanaTransaction(client, { transaction }),
      () => createWallet(client, { chainType: 'solana' }),
    ];
    for (const act of operations) {
      await expect(act()).rejects.toMatchObject({
        code: 'must_be_authenticated',
        message: 'User must be authenticated to use embedded Solana wallet',
      });
    }
    expect(heard).toEqual([]);
  });

  it('a Solana wallet signs a text, and its address signs no Ethereum message', async () => {
    const { client, enter, heard } = await createSolanaClient(service, { accounts: solanaAccount() });
    await enter();
    const signature = await signSolanaMessage(client, { message: 'Grüezi 👋' });
    expect(signature).toBe(solanaSignature(utf8('Grüezi 👋')));
    expect(heard.at(-1)?.data).toMatchObject({
      chainType: 'solana',
      entropyId: solanaAddress,
      entropyIdVerifier: 'solana-address-verifier',
      request: { method: 'signMessage' },
    });
    await expect(signMessage(client, { message: 'Hello', address: solanaAddress })).rejects.toMatchObject({
      code: 'embedded_wallet_not_found',
    });
  });

  it('[SOL-05] signSolanaMessage rejects Solana messages that are empty, not valid text, or not a string', async () => {
    const { client, enter, heard } = await createSolanaClient(service, { accounts: solanaAccount() });
    await enter();
    for (const message of [undefined, null, 7, {}, ['a'], '', '\ud800', utf8('bytes')]) {
      await expect(signSolanaMessage(client, { message: message as string })).rejects.toMatchObject({
        code: 'invalid_message',
        message: 'Message must be a non-empty string',
      });
    }
    expect(heard).toEqual([]);
  });

  it("a Solana wallet signs a transaction in its own signature slot, directly or through the host's function, and refuses other transactions", async () => {
    const { client, enter } = await createSolanaClient(service, { accounts: solanaAccount() });
    await enter();
    const message = transferBy(solanaKey);
    const signed = await signSolanaTransaction(client, { transaction: unsigned(message) });
    expect([...signed]).toEqual([1, ...(fromBase58(solanaSignature(message)) ?? []), ...message]);

    const asked: SolanaSignRequest[] = [];
    await signSolanaTransaction(client, {
      transaction: unsigned(message),
      sign: async (request) => {
        asked.push(request);
        return solanaSignature(message);
      },
    });
    const data = Buffer.from(message).toString('base64');
    expect(asked).toEqual([{ method: 'solana_signTransaction', data, address: solanaAddress }]);
    const foreign = unsigned(transferBy(new Uint8Array(32).fill(9)));
    for (const transaction of [foreign, message, new Uint8Array(), unsigned(new Uint8Array(7))]) {
      await expect(signSolanaTransaction(client, { transaction })).rejects.toMatchObject({
        code: 'invalid_data',
      });
    }
  });

  it('[SIGN-09] a Solana wallet accepts only a signature from the frame, and reports an unexplained failure as unable_to_sign', async () => {
    const { client, enter, instead } = await createSolanaClient(service, { accounts: solanaAccount() });
    await enter();
    for (const data of [
      undefined,
      'text',
      {},
      { signature: 7 },
      { signature: '***' },
      { signature: 'AAAA' },
    ]) {
      instead.set('privy:wallets:rpc', { data: { response: { method: 'signMessage', data } } });
      await expect(signSolanaMessage(client, { message: 'Hello' })).rejects.toMatchObject({
        code: 'unable_to_sign',
      });
    }
    instead.set('privy:wallets:rpc', { error: { type: 'error', message: 'Odd' } });
    await expect(signSolanaMessage(client, { message: 'Hello' })).rejects.toMatchObject({
      code: 'unable_to_sign',
      message: 'Odd',
    });
  });

  it("sendSolanaTransaction sends a Solana transaction through the host's node, passes on the node's refusal, and rejects a chain without a node", async () => {
    const transaction = unsigned(transferBy(solanaKey));
    const replies: object[] = [{ result: 'ignored' }, { error: { code: -32002, message: 'no funds' } }];
    const asked: { method: string; params: unknown[] }[] = [];
    const { client, enter } = await createSolanaClient(service, {
      accounts: solanaAccount(),
      config: { solana: { rpcUrls: { 'solana:devnet': nodeUrl } } },
      node(request) {
        asked.push(request);
        return replies.shift() ?? {};
      },
    });
    await enter();
    const chain = 'solana:devnet' as const;
    const options = { skipPreflight: true };
    const id = await sendSolanaTransaction(client, { transaction, chain, options });
    expect(id).toBe(solanaSignature(transferBy(solanaKey)));
    const [sent, how] = (asked[0]?.params ?? []) as [string, object];
    expect([...Buffer.from(sent, 'base64')]).toEqual([
      1,
      ...(fromBase58(id) ?? []),
      ...transferBy(solanaKey),
    ]);
    expect(asked[0]?.method).toBe('sendTransaction');
    expect(how).toEqual({ skipPreflight: true, encoding: 'base64' });
    await expect(sendSolanaTransaction(client, { transaction, chain })).rejects.toMatchObject({
      code: 'transaction_failure',
      message: 'The node refused the transaction: no funds',
    });
    await expect(sendSolanaTransaction(client, { transaction })).rejects.toMatchObject({
      code: 'unsupported_chain_id',
    });
    expect(asked).toHaveLength(2);
  });
});
