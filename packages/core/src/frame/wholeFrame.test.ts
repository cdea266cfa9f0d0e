import { createTestClient } from '@latchkey/testkit';
import { type ErrorCode, type FrameErrorType, frameErrorTypes, isCode } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FrameFixture, openFrameFixture } from '../../../frame/src/frameFixture.testkit.ts';
import {
  connectWallet,
  createAdditionalWallet,
  createWallet,
  getWalletFrameState,
  importWallet,
  logout,
  mountWalletFrame,
  recoverWallet,
  setRecovery,
  signMessage,
  signSolanaMessage,
} from '../index.ts';
import { createScriptedFrame } from '../wallets/embedded/scriptedFrame.testkit.ts';
import { signInWhole } from '../wallets/embedded/wholeClient.testkit.ts';

// Runs the client with a real service and, unless a test scripts the frame, with the frame's own code.

let fixture: FrameFixture;
beforeAll(async () => {
  fixture = await openFrameFixture();
});
afterAll(() => fixture?.close());

let people = 0;
const signedIn = () => signInWhole(fixture, `whole-${++people}@company.example`);
const password = 'gravel-lantern-oblige-thimble';
const key = (byte: string) => byte.repeat(32);

it('[FRAME-06] the frame answers the events with which the client creates, uses, imports and recovers wallets', async () => {
  const { client, heard } = await signedIn();
  await mountWalletFrame(client);
  const { address } = await createWallet(client);
  await createWallet(client, { chainType: 'solana' });
  await connectWallet(client);
  await signMessage(client, { message: 'Hello', address });
  await signSolanaMessage(client, { message: 'Hello' });
  await createAdditionalWallet(client);
  const imported = await importWallet(client, { privateKey: key('a1') });
  await recoverWallet(client);
  await setRecovery(client, { method: 'user-passcode', password, address: imported.address });
  await logout(client);
  expect(new Set(heard.map(({ event }) => event))).toEqual(
    new Set([
      'privy:iframe:ready',
      'privy:solana-wallet:create',
      'privy:wallets:create',
      'privy:wallets:connect',
      'privy:wallets:rpc',
      'privy:wallets:add',
      'privy:wallets:import',
      'privy:wallets:recover',
      'privy:wallets:set-recovery',
      'privy:mfa:clear',
    ]),
  );
});

it('[FRAME-09] connect, recover and setRecovery send the wallet, the token and any recovery password', async () => {
  const { client, heard, profile } = await signedIn();
  const { address } = await createWallet(client);
  const accessToken = JSON.parse(profile.stored.get('privy:pat') ?? '');
  const named = { accessToken, entropyId: address, entropyIdVerifier: 'ethereum-address-verifier' };
  const sent = async (work: Promise<unknown>) => {
    heard.length = 0;
    await work;
    return heard.map(({ event, data }) => [event, data]);
  };
  expect(await sent(connectWallet(client, { address }))).toEqual([['privy:wallets:connect', named]]);
  const requested = { recoveryMethod: 'user-passcode', recoveryPassword: password };
  expect(await sent(setRecovery(client, { method: 'user-passcode', address, password }))).toEqual([
    ['privy:wallets:connect', named],
    ['privy:wallets:set-recovery', { ...named, ...requested, existingRecoveryMethod: 'privy' }],
  ]);
  expect(await sent(recoverWallet(client, { address, password }))).toEqual([
    ['privy:wallets:recover', { ...named, recoveryPassword: password }],
  ]);
  await setRecovery(client, { method: 'privy', address });
  expect(await sent(recoverWallet(client, { address }))).toEqual([['privy:wallets:recover', named]]);
});

describe('an error of the wallet', () => {
  /** Returns the error type of a failure (EMBW-18). */
  const typeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: unknown) => (isCode(error) ? error.details?.type : error),
    );

  it('[EMBW-18] a wallet error has the type that the frame sends', async () => {
    const { client, browser } = await signedIn();
    const { address } = await createWallet(client);
    expect(await typeOf(importWallet(client, { privateKey: 'no key' }))).toBe('invalid_request_arguments');

    await setRecovery(client, { method: 'user-passcode', password });
    const elsewhere = await fixture.openBrowser();
    Object.assign(browser, { script: elsewhere.script });
    expect(await typeOf(connectWallet(client))).toBe('wallet_not_on_device');
    const wrong = recoverWallet(client, { address, password: 'gravel-lanterns' });
    expect(await typeOf(wrong)).toBe('invalid_recovery_pin');

    const { client: other } = await signedIn();
    await importWallet(other, { privateKey: key('a2') });
    expect(await typeOf(importWallet(client, { privateKey: key('a2') }))).toBe('error');
  });

  it("[EMBW-18] a wallet error keeps each of the frame's nine types, and has the type 'error' for an unknown one", async () => {
    const wallet = createScriptedFrame(fixture.service);
    const test = createTestClient(fixture.service, { page: { frame: wallet.script } });
    await test.client.start();
    await test.logIn(`whole-${++people}@company.example`);
    await createWallet(test.client);
    expect([...frameErrorTypes].sort()).toEqual([
      'error',
      'insufficient_funds',
      'invalid_recovery_pin',
      'invalid_request_arguments',
      'mfa_timeout',
      'mfa_verification_max_attempts_reached',
      'missing_or_invalid_mfa',
      'twilio_verification_failed',
      'wallet_not_on_device',
    ]);
    for (const type of frameErrorTypes) {
      wallet.instead.set('privy:wallets:recover', { error: { type, message: 'No' } });
      const failure: unknown = await recoverWallet(test.client).catch((error: unknown) => error);
      expect(await typeOf(Promise.reject(failure))).toBe(type);
      // Without a code, these types identify the failure.
      const isTelling = type.includes('mfa') || type.startsWith('twilio');
      if (isTelling) expect(isCode(failure, type as ErrorCode)).toBe(true);
    }
    const error = { type: 'weather' as FrameErrorType, message: 'No' };
    wallet.instead.set('privy:wallets:recover', { error });
    expect(await typeOf(recoverWallet(test.client))).toBe('error');
    expect(getWalletFrameState(test.client).status).toBe('ready');
  });
});
