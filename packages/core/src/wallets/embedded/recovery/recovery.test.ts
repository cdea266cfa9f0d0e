import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { type AppInput, embeddedWalletOf, type RecoveryMethod } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectWallet, createWallet, recoverWallet, setRecovery } from '../../../index.ts';
import { createScriptedFrame } from '../scriptedFrame.testkit.ts';

const own: AppInput = {
  id: 'recovery-of-their-own-001',
  name: 'Recovery of their own',
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
  embedded_wallet_config: {
    create_on_login: 'off',
    user_owned_recovery_options: ['user-passcode'],
    require_user_owned_recovery_on_create: true,
    require_user_password_on_create: false,
  },
};

describe('recovery in the client', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService({ apps: [own] });
  });
  afterAll(() => service.close());

  let people = 0;
  /** Signs in a user with a wallet. If `method` is given, the client sees it as the wallet's recovery method. */
  async function withWallet(method?: RecoveryMethod) {
    const wallet = createScriptedFrame(service);
    const test = createTestClient(service, { page: { frame: wallet.script } });
    await test.client.start();
    people += 1;
    await test.logIn(`recovery-${people}@company.example`);
    await createWallet(test.client);
    const account = embeddedWalletOf(test.client.getState().user?.linkedAccounts ?? [], 'ethereum');
    if (account && method) Object.assign(account, { recoveryMethod: method });
    wallet.heard.length = 0;
    return { ...test, wallet };
  }

  it.each([
    ['user-passcode', { password: 'abcdef' }, { recoveryPassword: 'abcdef' }],
    ['google-drive', { accessToken: 'handle' }, { recoveryAccessToken: 'handle' }],
    ['icloud', { accessToken: 'handle' }, { recoveryAccessToken: 'handle' }],
    ['privy', {}, {}],
  ] as const)(
    '[RECO-04] recovery by %s sends the frame only what the method requires',
    async (method, given, sent) => {
      const { client, wallet } = await withWallet(method);
      await recoverWallet(client, { ...given });
      const [message] = wallet.heard;
      expect(message?.event).toBe('privy:wallets:recover');
      const { accessToken, entropyId, entropyIdVerifier, ...secret }: Record<string, unknown> = {
        ...message?.data,
      };
      expect([accessToken, entropyId, entropyIdVerifier].every(Boolean)).toBe(true);
      expect(secret).toEqual(sent);
      if (method !== 'privy') {
        await expect(recoverWallet(client, {})).rejects.toMatchObject({ code: 'invalid_data' });
        expect(wallet.heard).toHaveLength(1);
      }
    },
  );

  it('[RECO-04] recoverWallet rejects an unknown recovery method as not supported', async () => {
    const { client, wallet } = await withWallet('fax' as RecoveryMethod);
    await expect(recoverWallet(client, { password: 'abcdef' })).rejects.toMatchObject({
      code: 'not_supported',
      message: 'Recovery method fax is not supported',
    });
    expect(wallet.heard).toEqual([]);
  });

  it('connecting a wallet that is not on the device reports its recovery method, and recovering it reports a wrong password', async () => {
    const { client, wallet } = await withWallet('user-passcode');
    wallet.isOnDevice = false;
    const address = client.getState().user?.wallet?.address;
    await expect(connectWallet(client)).rejects.toMatchObject({
      code: 'wallet_not_on_device',
      details: { address, recoveryMethod: 'user-passcode' },
    });
    expect(wallet.heard.map(({ event }) => event)).toEqual(['privy:wallets:connect']);
    wallet.instead.set('privy:wallets:recover', { error: { type: 'invalid_recovery_pin', message: 'No' } });
    await expect(recoverWallet(client, { password: 'abcdef' })).rejects.toMatchObject({
      code: 'invalid_recovery_pin',
      details: { type: 'invalid_recovery_pin' },
    });
  });

  it('setRecovery rejects a recovery password that breaks the rules', async () => {
    const { client, wallet } = await withWallet();
    const set = (password: string) => setRecovery(client, { method: 'user-passcode', password });
    await expect(set('abcde')).rejects.toMatchObject({
      message: 'Password must be at least 6 characters',
    });
    await expect(set('abc def')).rejects.toMatchObject({ message: 'Invalid characters used ( SPACE )' });
    expect(wallet.heard).toEqual([]);
  });

  it('[SOL-02] recovery cannot be user-owned for a Solana wallet or the Ethereum wallet beside it', async () => {
    const { client, wallet } = await withWallet();
    const accounts = client.getState().user?.linkedAccounts ?? [];
    const [ethereum] = accounts.filter((account) => account.type === 'wallet');
    if (ethereum) accounts.push({ ...ethereum, chainType: 'solana', address: 'So1' });
    for (const address of [ethereum?.address ?? '', 'So1']) {
      for (const recovery of [
        { method: 'user-passcode', password: 'abcdef' },
        { method: 'google-drive', accessToken: 'handle' },
        { method: 'icloud', accessToken: 'handle' },
      ] as const) {
        await expect(setRecovery(client, { ...recovery, address })).rejects.toMatchObject({
          code: 'not_supported',
          details: { reason: 'solana_wallet' },
        });
      }
    }
    expect(wallet.heard).toEqual([]);
  });

  it('[EMBW-22] recovery cannot be set without a wallet', async () => {
    const test = createTestClient(service, { page: { frame: createScriptedFrame(service).script } });
    await test.client.start();
    await test.logIn('recovery-nobody@company.example');
    const set = setRecovery(test.client, { method: 'privy' });
    await expect(set).rejects.toMatchObject({ code: 'embedded_wallet_not_found' });
  });

  it('[EMBW-21] creating a wallet requires user-owned recovery if the app requires it', async () => {
    const wallet = createScriptedFrame(service);
    const test = createTestClient(service, { appId: own.id ?? '', page: { frame: wallet.script } });
    await test.client.start();
    await test.logIn('recovery-own@company.example');
    await expect(createWallet(test.client)).rejects.toMatchObject({ code: 'not_supported' });
    expect(wallet.heard).toEqual([]);
    wallet.instead.set('privy:wallets:create', { error: { type: 'error', message: 'Enough' } });
    const recovery = { method: 'user-passcode', password: 'abcdef' } as const;
    await expect(createWallet(test.client, { recovery })).rejects.toMatchObject({ message: 'Enough' });
    expect(wallet.heard[0]?.data).toMatchObject({
      recoveryMethod: 'user-passcode',
      recoveryPassword: 'abcdef',
    });
  });
});
