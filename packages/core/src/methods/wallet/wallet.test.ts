import {
  createBrowserProfile,
  createTestClient,
  createTestService,
  deploy,
  startChain,
  type TestChain,
  type TestService,
} from '@latchkey/testkit';
import { findTransferOffer } from '@latchkey/wire';
import { getAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Connector } from '../../connector.ts';
import {
  confirmWithWallet,
  connectExternalWallet,
  createWallet,
  findRecentLogin,
  generateSiweMessage,
  generateSiwsMessage,
  linkWallet,
  linkWithSiwe,
  linkWithSiws,
  listExternalWallets,
  loginWithSiwe,
  loginWithSiws,
  loginWithWallet,
  logout,
  transferAccount,
  unlinkWallet,
} from '../../index.ts';
import { toViemAccount } from '../../viem.ts';
import { createScriptedFrame as createEmbedded } from '../../wallets/embedded/scriptedFrame.testkit.ts';
import {
  announceScriptedWallet,
  createScriptedWallet,
  createSolanaScript,
  rpcError,
} from '../../wallets/external/scriptedWallets.testkit.ts';

let service: TestService;
let chain: TestChain;
beforeAll(async () => {
  chain = await startChain({ chainId: 31337 });
  service = await createTestService({
    config: { chainNodes: new Map([[31337, chain.url]]) },
    apps: [
      {
        id: 'latchkey-test-app-0000001',
        name: 'Harbour',
        allowed_origins: ['http://localhost:3000'],
        email_auth: true,
        wallet_auth: true,
        solana_wallet_auth: true,
        max_linked_wallets_per_user: 2,
        account_transfer: true,
      },
      {
        id: 'latchkey-test-app-0000002',
        name: 'Quay',
        allowed_origins: ['http://localhost:3000'],
        email_auth: true,
        wallet_auth: true,
      },
    ],
  });
});
afterAll(async () => {
  await service.close();
  await chain.close();
});

async function open(script = createScriptedWallet(), rdns = 'io.metamask', aheadMs = 0) {
  const test = createTestClient(service, { profile: createBrowserProfile(), aheadMs });
  announceScriptedWallet(test.page, script.provider, { rdns });
  const walletClientType = rdns === 'io.metamask' ? 'metamask' : rdns;
  const connect = () => connectExternalWallet(test.client, { walletClientType });
  return { ...test, script, wallet: await connect(), connect };
}

describe('login by a wallet', () => {
  it.each([-3, 3])('a wallet login uses server time if the device clock is %s days off', async (days) => {
    const { client, script, wallet } = await open(undefined, undefined, days * 24 * 60 * 60_000);
    let issuedAt = '';
    const [account] = script.accounts;
    script.on('personal_sign', ([hex]) => {
      const message = Buffer.from(String(hex).slice(2), 'hex').toString();
      issuedAt = /Issued At: (.+)/.exec(message)?.[1] ?? '';
      return account?.signMessage({ message });
    });
    expect((await loginWithWallet(client, { wallet })).isNewUser).toBe(true);
    expect(issuedAt).toBe(new Date(service.clock.now()).toISOString());
  });

  it('[SIWE-02] [EXTW-16] [LAND-07] a wallet login signs one message of this page, and remembers the method and the wallet', async () => {
    const { client, script, wallet, sent } = await open();
    let text = '';
    const [account] = script.accounts;
    script.on('personal_sign', ([message]) => {
      text = Buffer.from(String(message).slice(2), 'hex').toString();
      return account?.signMessage({ message: text });
    });
    const { user, isNewUser } = await loginWithWallet(client, { wallet });
    expect(text).toMatch(
      new RegExp(
        `^localhost:3000 wants you to sign in with your Ethereum account:\n${account?.address}\n\nBy signing, you are proving you own this wallet and logging in\\. This does not initiate a transaction or cost any fees\\.\n\nURI: http://localhost:3000\nVersion: 1\nChain ID: 1\nNonce: [A-Za-z0-9]{8,}\nIssued At: .+Z$`,
      ),
    );
    expect(isNewUser).toBe(true);
    expect(user.linkedAccounts).toMatchObject([
      {
        type: 'wallet',
        address: account?.address,
        chainType: 'ethereum',
        chainId: 'eip155:1',
        walletClientType: 'metamask',
        connectorType: 'injected',
      },
    ]);
    expect(findRecentLogin(client)).toEqual({ method: 'wallet', walletClientType: 'metamask' });
    expect(listExternalWallets(client)[0]?.isLinked).toBe(true);
    expect(sent.filter((call) => call.includes('/siwe/'))).toEqual([
      'POST /api/v1/siwe/init',
      'POST /api/v1/siwe/authenticate',
    ]);
    // A second login is refused before the wallet asks the user for anything.
    script.asked.length = 0;
    await expect(loginWithWallet(client, { wallet })).rejects.toMatchObject({ code: 'no_auth_flow' });
    expect(script.asked).toEqual([]);
    await logout(client);
    expect(listExternalWallets(client)[0]?.isLinked).toBe(false);
  });

  it('[EXTW-21] a wallet login reports a rejection, and does not log in if the account changed or the user left', async () => {
    const { client, script, sent, connect } = await open(createScriptedWallet({ accounts: 2 }));
    const [first, second] = script.accounts;
    const [wallet] = listExternalWallets(client);
    if (!wallet || !first || !second) throw new Error('There is no wallet');
    script.on('personal_sign', () => {
      throw rpcError(4001, 'No');
    });
    const rejected = { code: 'user_rejected_request', message: 'you rejected the request' };
    await expect(loginWithWallet(client, { wallet })).rejects.toMatchObject(rejected);
    script.on('personal_sign', () => {
      throw new Error('Ledger is asleep');
    });
    const failed = { code: 'generic_connect_wallet_error', message: 'could not log in with wallet' };
    await expect(loginWithWallet(client, { wallet })).rejects.toMatchObject(failed);
    // The wallet changes to another account while the user reads the message.
    script.on('personal_sign', async ([message]) => {
      script.give([second.address]);
      return second.signMessage({ message: { raw: message as `0x${string}` } });
    });
    await expect(loginWithWallet(client, { wallet })).rejects.toMatchObject(failed);
    // The wallet signs with another account than it claims. The service detects it.
    script.give([first.address]);
    script.on('personal_sign', ([message]) =>
      second.signMessage({ message: { raw: message as `0x${string}` } }),
    );
    const again = await connect();
    const before = sent.length;
    await expect(loginWithWallet(client, { wallet: again })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(sent.slice(before)).toEqual(['POST /api/v1/siwe/init', 'POST /api/v1/siwe/authenticate']);
    const leaving = new AbortController();
    let answer: (signature: string) => void = () => {};
    script.on(
      'personal_sign',
      () =>
        new Promise((resolve) => {
          answer = resolve;
          leaving.abort();
        }),
    );
    const left = loginWithWallet(client, { wallet: again, signal: leaving.signal });
    await expect(left).rejects.toMatchObject({ code: 'exited_auth_flow' });
    answer(`0x${'11'.repeat(65)}`);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent.slice(before).filter((call) => call.endsWith('authenticate'))).toHaveLength(1);
    expect(client.getState().authenticated).toBe(false);
  });

  it('[EXTW-07] a wallet login waits 2.5 s before a paired MetaMask signs, but not for other wallets', async () => {
    const { client, wallet, script, timers } = await open();
    const paired = { ...wallet, connectorType: 'wallet_connect_v2' as const };
    script.asked.length = 0;
    const login = loginWithWallet(client, { wallet: paired });
    await timers.advance(2499);
    expect(script.asked).toEqual([]);
    await timers.advance(1);
    await login;
    expect(script.asked).toEqual(['personal_sign']);
    const other = await open(createScriptedWallet(), 'me.other');
    await loginWithWallet(other.client, { wallet: { ...other.wallet, connectorType: 'wallet_connect_v2' } });
  });

  it('[EXTW-07] a wallet login ends the wait for a paired MetaMask if the user leaves, without a request to it', async () => {
    const { client, wallet, script, timers } = await open();
    const paired = { ...wallet, connectorType: 'wallet_connect_v2' as const };
    script.asked.length = 0;
    const leaving = new AbortController();
    const ended = vi.fn();
    loginWithWallet(client, { wallet: paired, signal: leaving.signal }).catch(ended);
    await timers.advance(2499);
    leaving.abort();
    await timers.advance(0);
    expect(ended).toHaveBeenCalledOnce();
    await timers.advance(10_000);
    expect(script.asked).toEqual([]);
  });

  it('[EXTW-01] a wallet login stores how the wallet was connected: injected, Phantom, WalletConnect or Coinbase', async () => {
    const reached: (string | null)[] = [];
    for (const [id, connectorType, at] of [
      ['metamask', 'injected', 'io.metamask'],
      ['phantom', 'phantom', 'app.phantom'],
      ['wallet_connect', 'wallet_connect_v2', null],
      ['coinbase_wallet', 'coinbase_wallet', null],
    ] as const) {
      const script = createScriptedWallet({ isConnected: true });
      const address = script.accounts[0]?.address ?? '';
      const connection = { accounts: [{ chainType: 'ethereum' as const, address }], chainId: 1 };
      const connector: Connector = {
        connectorType,
        connect: async () => connection,
        reconnect: async () => connection,
        disconnect: async () => {},
        subscribe: () => () => {},
        getEthereum: async () => script.provider,
        getSolana: async () => null,
      };
      const factory = {
        id: connectorType === 'coinbase_wallet' ? connectorType : 'wallet_connect',
        connectorType,
        create: () => connector,
      } as const;
      const test = createTestClient(service, {
        profile: createBrowserProfile(),
        config: { externalWallets: { connectors: [factory] } },
      });
      if (at) announceScriptedWallet(test.page, script.provider, { rdns: at });
      const wallet = await connectExternalWallet(test.client, { walletClientType: id });
      const { user } = await loginWithWallet(test.client, { wallet });
      const [account] = user.linkedAccounts;
      reached.push(wallet.connectorType, account?.type === 'wallet' ? account.connectorType : null);
    }
    const kinds = ['injected', 'phantom', 'wallet_connect_v2', 'coinbase_wallet'];
    expect(reached).toEqual(kinds.flatMap((kind) => [kind, kind]));
  });

  it("[SIWE-04] a wallet login works with Solana, by the wallet's own sign-in or by a message", async () => {
    for (const hasSignIn of [true, false]) {
      const test = createTestClient(service, { profile: createBrowserProfile() });
      const script = await createSolanaScript({ hasSignIn });
      script.register(test.page);
      const wallet = await connectExternalWallet(test.client, { walletClientType: 'Lantern' });
      const { user } = await loginWithWallet(test.client, { wallet });
      expect(user.linkedAccounts).toMatchObject([
        {
          type: 'wallet',
          chainType: 'solana',
          address: script.account.address,
          connectorType: 'solana_adapter',
        },
      ]);
      expect(script.prompts).toEqual(['connect', hasSignIn ? 'sign in' : 'sign']);
      if (hasSignIn) continue;
      await logout(test.client);
      const message = await generateSiwsMessage(test.client, { address: script.account.address });
      const signature = Buffer.from(await wallet.signMessage(new TextEncoder().encode(message))).toString(
        'base64',
      );
      const again = await loginWithSiws(test.client, { message, signature });
      expect(again.user.id).toBe(user.id);
    }
  });

  it('[SIWE-01] a wallet login accepts a message that the host had signed, but only once', async () => {
    const { client, script, wallet } = await open();
    const [account] = script.accounts;
    if (!account) throw new Error('There is no account');
    await expect(
      generateSiweMessage(client, { address: account.address, chainId: '1' }),
    ).rejects.toMatchObject({ code: 'invalid_data' });
    const message = await generateSiweMessage(client, { address: account.address, chainId: 'eip155:10' });
    const signature = await account.signMessage({ message });
    const { user } = await loginWithSiwe(client, { message, signature });
    expect(user.linkedAccounts).toMatchObject([{ address: account.address, chainId: 'eip155:10' }]);
    await logout(client);
    await expect(loginWithSiwe(client, { message, signature })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    await expect(linkWithSiwe(client, { message, signature })).rejects.toMatchObject({
      code: 'must_be_authenticated',
    });
    // An external wallet works as a viem account, like an embedded one.
    const viem = await toViemAccount({ wallet });
    expect(await viem.signMessage({ message: 'hello' })).toBe(
      await account.signMessage({ message: 'hello' }),
    );
  });
});

describe('wallets of a signed-in user', () => {
  it('[SIWE-03] [LINK-08] [LINK-03] wallets are linked, refused beyond the limit before any prompt, and unlinked', async () => {
    const { client, page, script, wallet, logIn } = await open();
    await expect(linkWallet(client, { wallet })).rejects.toMatchObject({ code: 'must_be_authenticated' });
    expect(script.asked).not.toContain('personal_sign');
    await logIn('linker@company.example');
    const [account] = script.accounts;
    const user = await linkWallet(client, { wallet });
    expect(user.linkedAccounts.map(({ type }) => type)).toEqual(['email', 'wallet']);
    // Linking the same wallet again changes nothing and requests no signature.
    script.asked.length = 0;
    expect(await linkWallet(client, { wallet })).toEqual(user);
    expect(script.asked).not.toContain('personal_sign');
    await expect(confirmWithWallet(client, { wallet })).resolves.toEqual({ confirmed: true });
    const others = [createScriptedWallet(), createScriptedWallet()];
    const outcomes: string[] = [];
    for (const [at, other] of others.entries()) {
      announceScriptedWallet(page, other.provider, { rdns: `a.other${at}` });
      const connected = await connectExternalWallet(client, { walletClientType: `a.other${at}` });
      outcomes.push(
        await connected.loginOrLink().then(
          () => 'linked',
          (cause: { code: string }) => cause.code,
        ),
      );
    }
    expect(outcomes).toEqual(['linked', 'cannot_link_more_of_type']);
    expect(others[1]?.asked).not.toContain('personal_sign');
    const left = await unlinkWallet(client, { address: account?.address.toLowerCase() ?? '' });
    expect(left.linkedAccounts).toHaveLength(2);
  });

  it('[EMBW-07] embedded wallets cannot be used to log in, and cannot be linked or unlinked; this is refused before the service or a wallet is called', async () => {
    const frame = createEmbedded(service);
    const { client, page, sent, logIn } = createTestClient(service, {
      profile: createBrowserProfile(),
      page: { frame: frame.script },
    });
    const script = createScriptedWallet();
    announceScriptedWallet(page, script.provider, { rdns: 'io.metamask' });
    const own = await connectExternalWallet(client, { walletClientType: 'metamask' });
    const messageOf = (address: string) =>
      `localhost:3000 wants you to sign in with your Ethereum account:\n${address}\n\nHello\n\nURI: http://localhost:3000\nVersion: 1\nChain ID: 1`;
    const signature = `0x${'11'.repeat(65)}`;
    const refuse = async (act: () => Promise<unknown>, text: RegExp) => {
      const [before, asked] = [sent.length, script.asked.length];
      await expect(act()).rejects.toMatchObject({
        code: 'not_supported',
        message: expect.stringMatching(text),
      });
      expect(sent.length).toEqual(before);
      expect(script.asked.length).toEqual(asked);
    };
    const login = /^An embedded wallet cannot log in or be linked/;
    // Without a user, embedded wallets are recognised only by the name of their client or connector.
    const named = [{ walletClientType: 'privy' }, { connectorType: 'embedded' }];
    for (const name of named) {
      const message = messageOf(own.address);
      await refuse(() => loginWithSiwe(client, { message, signature, ...name }), login);
      await refuse(() => loginWithSiws(client, { message, signature, ...name }), login);
      await refuse(() => loginWithWallet(client, { wallet: { ...own, ...name } as typeof own }), login);
    }

    await logIn('holder@company.example');
    const embedded = await createWallet(client);
    const wallet = { ...own, address: embedded.address };
    for (const address of [embedded.address, embedded.address.toLowerCase()]) {
      const message = messageOf(address);
      await refuse(() => generateSiweMessage(client, { address, chainId: 'eip155:1' }), login);
      await refuse(() => loginWithSiwe(client, { message, signature }), login);
      await refuse(() => linkWithSiwe(client, { message, signature }), login);
      await refuse(() => unlinkWallet(client, { address }), /^An embedded wallet .* cannot be unlinked$/);
    }
    await refuse(() => linkWallet(client, { wallet }), login);
    await refuse(() => loginWithWallet(client, { wallet }), login);
    await refuse(() => confirmWithWallet(client, { wallet }), login);
    for (const name of named)
      await refuse(() => linkWithSiws(client, { message: messageOf('x'), signature, ...name }), login);
    // The user's external wallet can still be linked.
    await linkWallet(client, { wallet: own });
    expect(client.getState().user?.linkedAccounts.map(({ type }) => type)).toEqual([
      'email',
      'wallet',
      'wallet',
    ]);
  });

  it('[EXTW-21] linkWallet refuses to link a wallet of another user if the app allows no transfers', async () => {
    const script = createScriptedWallet();
    const arrive = async () => {
      const appId = 'latchkey-test-app-0000002';
      const test = createTestClient(service, { profile: createBrowserProfile(), appId });
      announceScriptedWallet(test.page, script.provider, { rdns: 'io.metamask' });
      return { ...test, wallet: await connectExternalWallet(test.client, { walletClientType: 'metamask' }) };
    };
    const owner = await arrive();
    await loginWithWallet(owner.client, owner);
    const other = await arrive();
    await other.logIn('late@company.example');
    await expect(linkWallet(other.client, other)).rejects.toMatchObject({
      code: 'linked_to_another_user',
      message: 'user already exists for this address',
    });
  });

  it('[LINK-05] moving a wallet from another user needs only the offer', async () => {
    const owner = await open();
    await loginWithWallet(owner.client, { wallet: owner.wallet });
    const other = await open(owner.script);
    await other.logIn('mover@company.example');
    const refusal: unknown = await linkWallet(other.client, { wallet: other.wallet }).catch(
      (cause: unknown) => cause,
    );
    const offer = findTransferOffer(refusal);
    if (!offer) throw refusal;
    const { account } = await transferAccount(other.client, { method: 'wallet', offer });
    expect(account).toMatchObject({ type: 'wallet', address: owner.wallet.address });
  });

  it('[LINK-05] [LINK-08] contract wallets are moved and unlinked by address and chain', async () => {
    const key = privateKeyToAccount(generatePrivateKey());
    const contract = await deploy(chain, 'TestSigner');
    await contract.write('set', [key.address, 0]);
    const [address, chainId] = [getAddress(contract.address), 'eip155:31337'];
    const link = async ({ client }: Awaited<ReturnType<typeof open>>) => {
      const message = await generateSiweMessage(client, { address, chainId });
      return linkWithSiwe(client, { message, signature: await key.signMessage({ message }) });
    };
    const owner = await open();
    await owner.logIn('owner@company.example');
    await link(owner);
    const other = await open();
    await other.logIn('taker@company.example');
    // The other user's own wallet, which is not the moved one.
    await linkWallet(other.client, { wallet: other.wallet });
    // Accounts are ordered by the time of linking, so the stopped clock must advance.
    service.clock.advance(1_000);
    const offer = findTransferOffer(await link(other).catch((cause: unknown) => cause));
    expect(offer).toMatchObject({ displayName: address });
    if (!offer) return;
    const { account, user } = await transferAccount(other.client, { method: 'wallet', offer });
    expect(account).toMatchObject({ type: 'wallet', address, chainId });
    expect(user.linkedAccounts).toHaveLength(3);
    await expect(unlinkWallet(other.client, { address, chainId: 'eip155:10' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const left = await unlinkWallet(other.client, { address, chainId });
    expect(left.linkedAccounts).toMatchObject([{ type: 'email' }, { address: other.wallet.address }]);
  });
});
