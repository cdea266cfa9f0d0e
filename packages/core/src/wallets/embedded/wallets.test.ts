import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import {
  type CreateOnLogin,
  embeddedWalletOf,
  type FrameRequest,
  limits,
  type User,
  type WalletAccount,
} from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AppSettings,
  connectWallet,
  createDueWallets,
  createWallet,
  exportWallet,
  listRecoveryPasskeys,
  listWallets,
  logout,
  needsWallet,
  recoverWallet,
  setRecovery,
  signMessage,
  signTypedData,
} from '../../index.ts';
import { createScriptedFrame } from './scriptedFrame.testkit.ts';
import { listDueWallets } from './wallets.ts';

describe('embedded wallets', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService();
  });
  afterAll(() => service.close());

  let people = 0;
  async function signedIn(url = 'http://localhost:3000/') {
    const wallet = createScriptedFrame(service);
    const test = createTestClient(service, {
      page: { frame: wallet.script, url },
      network: (request) => {
        request.headers.set('origin', 'http://localhost:3000');
        return service.fetch(request, { remoteAddress: '127.0.0.1' });
      },
    });
    await test.client.start();
    people += 1;
    await test.logIn(`wallet-${people}@company.example`);
    return { ...test, wallet };
  }

  it('[EMBW-01] listWallets lists the linked wallets with the client type privy', async () => {
    const { client } = await signedIn();
    expect(listWallets(client)).toEqual([]);
    const created = await createWallet(client);
    expect(created).toMatchObject({
      type: 'wallet',
      walletClientType: 'privy',
      chainType: 'ethereum',
      walletIndex: 0,
    });
    expect(listWallets(client)).toEqual([created]);
    expect(client.getState().user?.wallet).toEqual(created);
    await logout(client);
    expect(listWallets(client)).toEqual([]);
  });

  it('[EMBW-05] creating a wallet requires a signed-in user', async () => {
    const { client } = createTestClient(service);
    await client.start();
    for (const create of [createWallet, createDueWallets])
      await expect(create(client), create.name).rejects.toMatchObject({
        code: 'must_be_authenticated',
        message: 'User must be authenticated',
      });
  });

  it('connecting, signing, exporting and recovering require a signed-in user, and do not call the frame without one', async () => {
    const wallet = createScriptedFrame(service);
    const { client } = createTestClient(service, { page: { frame: wallet.script } });
    await client.start();
    const container = {} as HTMLElement;
    const typedData = { types: {}, primaryType: 'Mail', domain: {}, message: {} };
    for (const act of [
      () => connectWallet(client),
      () => signMessage(client, { message: 'Hello' }),
      () => signTypedData(client, { typedData }),
      () => exportWallet(client, { container }),
      () => setRecovery(client, { method: 'privy' }),
      () => recoverWallet(client, {}),
      () => listRecoveryPasskeys(client),
    ]) {
      await expect(act(), String(act)).rejects.toMatchObject({ code: 'must_be_authenticated' });
    }
    expect(wallet.heard).toEqual([]);
  });

  it('[EMBW-06] creating a wallet requires an access token', async () => {
    const { client, profile, wallet } = await signedIn();
    profile.stored.clear(); // the site's data was cleared while the page was running
    await expect(createWallet(client)).rejects.toMatchObject({
      message: 'An error has occured, please login again.',
    });
    // The session is over, so the frame is told to forget it and gets no wallet request.
    expect(wallet.heard.map(({ event }) => event)).toEqual(['privy:mfa:clear']);
  });

  it('[EMBW-03] embedded wallets run on a page with HTTPS or 127.0.0.1, and not with HTTP on another host', async () => {
    const refused = {
      code: 'insecure_context',
      message: 'Embedded wallet is only available over HTTPS',
    };
    const insecure = await signedIn('http://shop.example/');
    await expect(createWallet(insecure.client)).rejects.toMatchObject(refused);
    await expect(signMessage(insecure.client, { message: 'Hello' })).rejects.toThrow();
    expect(insecure.page.frames).toHaveLength(0);
    for (const url of ['https://shop.example/', 'http://127.0.0.1:3000/']) {
      const { client } = await signedIn(url);
      expect((await createWallet(client)).address).toMatch(/^0x/);
    }
  });

  it('[ERR-26] concurrent calls of createWallet create one wallet, and a later call is refused', async () => {
    const { client, wallet } = await signedIn();
    const [one, two] = await Promise.all([createWallet(client), createWallet(client)]);
    expect(one).toBe(two);
    expect(wallet.heard.filter(({ event }) => event === 'privy:wallets:create')).toHaveLength(1);
    await expect(createWallet(client)).rejects.toMatchObject({ code: 'embedded_wallet_already_exists' });
  });

  it('[EMBW-19] a frame error whose message names code 429 becomes too_many_requests with this message, without a retry', async () => {
    const { client, wallet } = await signedIn();
    await createWallet(client);
    const message = 'Too many attempts (code 429). Wait a while and try again.';
    wallet.heard.length = 0;
    wallet.instead.set('privy:wallets:connect', { error: { type: 'error', message } });
    await expect(connectWallet(client)).rejects.toMatchObject({ code: 'too_many_requests', message });
    expect(wallet.heard).toHaveLength(1);
  });

  it('[EMBW-23] [ERR-26] a frame error without a known code becomes unknown_embedded_wallet_error', async () => {
    const { client, wallet } = await signedIn();
    await createWallet(client);
    for (const error of [
      { type: 'error', message: 'Something went wrong' },
      { type: 'error', message: 'Something went wrong', code: 'a_code_of_tomorrow' },
    ] as const) {
      wallet.instead.set('privy:wallets:connect', { error });
      const failed = { code: 'unknown_embedded_wallet_error', message: error.message };
      await expect(connectWallet(client)).rejects.toMatchObject(failed);
    }
  });

  it('createWallet finds a wallet that another tab created first', async () => {
    const first = await signedIn();
    const second = createTestClient(service, {
      profile: first.profile,
      page: { frame: first.wallet.script },
    });
    await second.client.start();
    const created = await createWallet(first.client);
    first.wallet.instead.set('privy:wallets:create', {
      error: { type: 'error', message: 'Only one wallet', code: 'embedded_wallet_already_exists' },
    });
    expect((await createWallet(second.client)).address).toBe(created.address);
  });

  it('[ANALYT-05] a failed wallet creation is reported as an event before the caller gets the error', async () => {
    const { client, wallet, requests } = await signedIn();
    const events = () => requests.filter(({ url }) => url.endsWith('/analytics_events'));
    const before = events().length;
    wallet.instead.set('privy:wallets:create', { error: { type: 'error', message: 'Odd' } });
    const told = await createWallet(client).then(
      () => null,
      () => events().slice(before),
    );
    expect(told).toHaveLength(1);
    expect(await told?.[0]?.json()).toMatchObject({
      event_name: 'embedded_wallet_creation_failed',
      payload: { chainType: 'ethereum', code: 'unknown_embedded_wallet_error' },
    });
    const { length } = events();
    await createWallet(client);
    expect(events()).toHaveLength(length);
  });

  it('createWallet rejects with unknown_embedded_wallet_error if the service does not list the wallet', async () => {
    const { client, wallet } = await signedIn();
    wallet.instead.set('privy:wallets:create', { data: { address: `0x${'1'.repeat(40)}` } });
    await expect(createWallet(client)).rejects.toMatchObject({
      code: 'unknown_embedded_wallet_error',
      message: 'Updated user is missing embedded wallet.',
    });
    expect((await createWallet(client)).address).toMatch(/^0x/);
  });

  it("the frame gets the client's own access token, not the one for host back ends", async () => {
    const { client, wallet, profile } = await signedIn();
    const [token, privyAccessToken] = ['privy:token', 'privy:pat'].map((key) => profile.stored.get(key));
    await createWallet(client);
    const [{ data }] = wallet.heard as [FrameRequest<'privy:wallets:create'>];
    expect(JSON.stringify(data.accessToken)).toBe(privyAccessToken);
    expect(privyAccessToken).not.toBe(token);
  });

  it('the frame gets a new token once the old one has expired', async () => {
    const { client, wallet, timers } = await signedIn();
    await createWallet(client);
    await timers.advance(limits.accessTokenLifeMs);
    await connectWallet(client);
    const tokens = wallet.heard.map(({ data }) => (data as { accessToken: string }).accessToken);
    expect(new Set(tokens).size).toBe(2);
  });

  it('[EMBW-13] connectWallet recovers a wallet that this device does not hold, without a screen', async () => {
    const { client, wallet } = await signedIn();
    const { address } = await createWallet(client);
    wallet.isOnDevice = false;
    wallet.heard.length = 0;
    expect((await connectWallet(client)).address).toBe(address);
    expect(wallet.heard.map(({ event, data }) => [event, (data as { entropyId: string }).entropyId])).toEqual(
      [
        ['privy:wallets:connect', address],
        ['privy:wallets:recover', address],
      ],
    );
  });

  it('[EMBW-22] connecting and signing fail if the user has no such wallet', async () => {
    const { client } = await signedIn();
    const refused = { code: 'embedded_wallet_not_found' };
    await expect(connectWallet(client)).rejects.toMatchObject(refused);
    await expect(signMessage(client, { message: 'Hello' })).rejects.toMatchObject(refused);
    await createWallet(client);
    const address = `0x${'1'.repeat(40)}`;
    await expect(signMessage(client, { message: 'Hello', address })).rejects.toMatchObject(refused);
  });
});

describe('needsWallet', () => {
  const walletOf = (fields: Partial<WalletAccount>) =>
    ({
      type: 'wallet',
      address: '0x1',
      chainType: 'ethereum',
      imported: false,
      walletIndex: 0,
      ...fields,
    }) as WalletAccount;
  const embedded = walletOf({ walletClientType: 'privy' });
  const external = walletOf({ walletClientType: 'metamask', walletIndex: null });
  const email = { type: 'email', address: 'ada@company.example' };

  const isDue = (createOnLogin: CreateOnLogin, accounts: unknown[]) =>
    needsWallet({
      settings: { embeddedWallets: { createOnLogin, solana: { createOnLogin: 'off' } } } as AppSettings,
      user: { linkedAccounts: accounts } as User,
    });

  it('[EMBW-16] needsWallet is true with users-without-wallets for a user without any wallet, embedded or external', () => {
    expect(isDue('users-without-wallets', [email])).toBe(true);
    expect(isDue('users-without-wallets', [email, external])).toBe(false);
    expect(isDue('users-without-wallets', [email, embedded])).toBe(false);
  });

  it('needsWallet with all-users counts only the primary embedded wallet', () => {
    expect(isDue('all-users', [email, external])).toBe(true);
    expect(isDue('all-users', [walletOf({ walletClientType: 'privy', walletIndex: 1 })])).toBe(true);
    expect(isDue('all-users', [walletOf({ walletClientType: 'privy', imported: true })])).toBe(true);
    expect(isDue('all-users', [embedded])).toBe(false);
    expect(embeddedWalletOf([embedded], 'ethereum')).toBe(embedded);
  });

  it('[EMBW-17] needsWallet is false with off, and without settings and a user', () => {
    expect(isDue('off', [email])).toBe(false);
    expect(needsWallet({ settings: null, user: null })).toBe(false);
  });

  const solana = walletOf({ walletClientType: 'privy', chainType: 'solana' });
  const listDue = (
    modes: { ethereum?: CreateOnLogin; solana: CreateOnLogin; isOwnRecoveryWanted?: boolean },
    accounts: unknown[],
  ) =>
    listDueWallets({
      settings: {
        embeddedWallets: {
          createOnLogin: modes.ethereum ?? 'off',
          solana: { createOnLogin: modes.solana },
          requireUserOwnedRecoveryOnCreate: modes.isOwnRecoveryWanted ?? false,
        },
      } as AppSettings,
      user: { linkedAccounts: accounts } as User,
    });

  it("listDueWallets decides about a Solana wallet by the user's Solana wallets only, and lists it after the Ethereum wallet", () => {
    const both = { ethereum: 'users-without-wallets', solana: 'users-without-wallets' } as const;
    expect(listDue(both, [email])).toEqual(['ethereum', 'solana']);
    expect(listDue(both, [email, embedded])).toEqual(['solana']);
    expect(listDue(both, [email, embedded, solana])).toEqual([]);
    const phantom = walletOf({ walletClientType: 'phantom', chainType: 'solana', walletIndex: null });
    expect(listDue({ solana: 'users-without-wallets' }, [email, phantom])).toEqual([]);
    expect(listDue({ solana: 'all-users' }, [email, phantom])).toEqual(['solana']);
    expect(listDue({ solana: 'off' }, [email])).toEqual([]);
  });

  it("[SOL-03] listDueWallets lists no Solana wallet if the Ethereum wallet's recovery is or will be user-owned", () => {
    const own = walletOf({ walletClientType: 'privy', recoveryMethod: 'user-passcode' });
    expect(listDue({ solana: 'all-users' }, [email, own])).toEqual([]);
    const wanted = { ethereum: 'all-users', solana: 'all-users', isOwnRecoveryWanted: true } as const;
    expect(listDue(wanted, [email])).toEqual(['ethereum']);
  });
});
