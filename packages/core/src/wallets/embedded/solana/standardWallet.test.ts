import { fromBase58, toBase58 } from '@latchkey/frame/readable';
import { createTestService, type TestService } from '@latchkey/testkit';
import type {
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWallet, logout, registerSolanaWallet } from '../../../index.ts';
import {
  createSolanaClient,
  embedded,
  solanaAddress,
  solanaKey,
  solanaSignature,
} from './scriptedSolana.testkit.ts';

type Features = SolanaSignMessageFeature &
  SolanaSignTransactionFeature & {
    'standard:connect': { connect(input?: { silent?: boolean }): Promise<{ accounts: WalletAccount[] }> };
    'standard:disconnect': { disconnect(): Promise<void> };
    'standard:events': { on(event: 'change', listener: (change: object) => void): () => void };
    'solana:signAndSendTransaction': {
      signAndSendTransaction(...inputs: object[]): Promise<{ signature: Uint8Array }[]>;
    };
  };

const featuresOf = (wallet: Wallet | undefined) => wallet?.features as unknown as Features;
/** A legacy message that needs only the wallet's signature: its own key, a block hash, and no instruction. */
const message = Uint8Array.from([1, 0, 0, 1, ...solanaKey, ...new Uint8Array(32).fill(3), 0]);
const transaction = Uint8Array.from([1, ...new Uint8Array(64), ...message]);
const ours = () => [embedded('solana', solanaAddress)];

describe('the Wallet Standard wallet', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService();
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await service.close();
  });

  it('the Wallet Standard wallet is found by an independent dapp, whichever loads first, and is gone once removed', async () => {
    const { client, page, enter } = await createSolanaClient(service, { accounts: ours() });
    const unregister = await registerSolanaWallet(client);
    vi.stubGlobal('window', page.window);
    const { get, on } = getWallets(); // the dapp's own library, which uses the page's window
    const found = () => get().find(({ name }) => name === 'Latchkey');
    expect(found()).toMatchObject({ version: '1.0.0', chains: expect.arrayContaining(['solana:mainnet']) });
    expect(found()?.icon).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(Object.keys(found()?.features ?? {}).sort()).toEqual([
      'solana:signAndSendTransaction',
      'solana:signMessage',
      'solana:signTransaction',
      'standard:connect',
      'standard:disconnect',
      'standard:events',
    ]);
    expect(found()?.accounts).toEqual([]);
    await enter();
    expect(found()?.accounts).toMatchObject([{ address: solanaAddress, publicKey: solanaKey }]);

    const names: string[] = [];
    on('register', (...wallets) => names.push(...wallets.map(({ name }) => name)));
    const another = await registerSolanaWallet(client, { name: 'Another' });
    expect(names).toEqual(['Another']);
    unregister();
    another();
    expect(found()).toBeUndefined();
    expect(get().filter(({ name }) => name === 'Another')).toEqual([]);
  });

  async function connected(options: Parameters<typeof createSolanaClient>[1] = { accounts: ours() }) {
    const test = await createSolanaClient(service, options);
    const seen: Wallet[] = [];
    test.page.window.addEventListener('wallet-standard:register-wallet', (event) => {
      const { detail } = event as unknown as { detail(api: object): void };
      detail({
        register: (wallet: Wallet) => {
          seen.push(wallet);
          return () => undefined;
        },
      });
    });
    return { ...test, wallet: () => seen.at(-1), features: () => featuresOf(seen.at(-1)) };
  }

  it('the Wallet Standard wallet connects and disconnects, and notifies dapps of account changes', async () => {
    const { client, enter, wallet, features } = await connected({ accounts: [] });
    await registerSolanaWallet(client, {
      async connect() {
        await enter();
        await createWallet(client, { chainType: 'solana' });
      },
    });
    const changes: unknown[] = [];
    const off = features()['standard:events'].on('change', (change) => changes.push(change));
    expect(await features()['standard:connect'].connect({ silent: true })).toEqual({ accounts: [] });
    expect(changes).toEqual([]);
    const { accounts } = await features()['standard:connect'].connect();
    expect(accounts).toMatchObject([
      { address: solanaAddress, features: expect.arrayContaining(['solana:signMessage']) },
    ]);
    expect(wallet()?.accounts).toBe(accounts);
    expect(changes).toEqual([{ accounts }]);
    await features()['standard:disconnect'].disconnect();
    expect(wallet()?.accounts).toEqual([]);
    expect(client.getState().authenticated).toBe(true);
    await features()['standard:connect'].connect({ silent: true });
    await logout(client);
    expect(changes).toEqual([{ accounts }, { accounts: [] }, { accounts }, { accounts: [] }]);
    off();
  });

  it('the Wallet Standard wallet rejects a connection without a user if the host has no connect function', async () => {
    const { client, features } = await connected();
    await registerSolanaWallet(client);
    await expect(features()['standard:connect'].connect()).rejects.toMatchObject({
      code: 'must_be_authenticated',
    });
  });

  it('the Wallet Standard wallet signs bytes, and refuses a text, no bytes, a transaction as a message, and another account', async () => {
    const { client, enter, wallet, features, heard } = await connected();
    await enter();
    await registerSolanaWallet(client);
    const account = wallet()?.accounts[0] as WalletAccount;
    const bytes = Uint8Array.of(0x91, 0xff, 0);
    const [signed] = await features()['solana:signMessage'].signMessage({ account, message: bytes });
    expect(signed?.signedMessage).toEqual(bytes);
    expect(toBase58(signed?.signature ?? bytes)).toBe(solanaSignature(bytes));
    heard.length = 0;
    for (const wrong of [message, new Uint8Array(), 'text' as never]) {
      await expect(
        features()['solana:signMessage'].signMessage({ account, message: wrong }),
      ).rejects.toMatchObject({
        code: 'invalid_message',
      });
    }
    const stranger = { ...account, address: toBase58(new Uint8Array(32).fill(5)) };
    await expect(
      features()['solana:signMessage'].signMessage({ account: stranger, message: bytes }),
    ).rejects.toMatchObject({ code: 'embedded_wallet_not_found' });
    expect(heard).toEqual([]);
  });

  it('the Wallet Standard wallet signs transactions one after the other, and sends them only on a chain with a node', async () => {
    const { client, enter, wallet, features } = await connected({
      accounts: ours(),
      config: { solana: { rpcUrls: { 'solana:devnet': 'https://node.example/' } } },
      node: () => ({ result: 'sent' }),
    });
    await enter();
    const order: string[] = [];
    await registerSolanaWallet(client, {
      async sign({ method }) {
        order.push(`asked ${method}`);
        await Promise.resolve();
        order.push('signed');
        return solanaSignature(message);
      },
    });
    const account = wallet()?.accounts[0] as WalletAccount;
    const input = { account, transaction };
    const signed = await features()['solana:signTransaction'].signTransaction(input, input);
    const expected = Uint8Array.from([1, ...(fromBase58(solanaSignature(message)) ?? []), ...message]);
    expect(signed.map(({ signedTransaction }) => [...signedTransaction])).toEqual([
      [...expected],
      [...expected],
    ]);
    expect(order).toEqual([
      'asked solana_signTransaction',
      'signed',
      'asked solana_signTransaction',
      'signed',
    ]);
    const { signAndSendTransaction } = features()['solana:signAndSendTransaction'];
    const [sent] = await signAndSendTransaction({ ...input, chain: 'solana:devnet' });
    expect(toBase58(sent?.signature ?? message)).toBe(solanaSignature(message));
    order.length = 0;
    for (const chain of ['solana:mainnet', 'eip155:1', undefined]) {
      await expect(signAndSendTransaction({ ...input, chain })).rejects.toMatchObject({
        code: 'unsupported_chain_id',
      });
    }
    expect(order).toEqual([]);
  });
});
