import type { FrameEvent } from '@latchkey/wire';
import { describe, expect, test } from 'vitest';
import type { Browser, FrameAnswer } from '../frameBrowser.testkit.ts';
import {
  hello,
  helloBase64,
  isSignedBy,
  named,
  shareFrameFixture,
  signerOfHello,
} from '../frameFixture.testkit.ts';
import { frameEvents } from '../protocol.ts';

const { fixture, person, browser } = shareFrameFixture();
const password = 'gravel-lantern-oblige-thimble';

const address = ({ data }: FrameAnswer) => String(data?.address ?? data?.publicKey);

async function expectSigns(from: Browser, wallet: string) {
  const request = { method: 'personal_sign', params: ['hello', wallet] };
  expect(signerOfHello(await from.request('privy:wallet:rpc', { address: wallet, request }))).toBe(wallet);
}

describe('the events of the frame', () => {
  // Browser tests (e2e/frame) cover events that need a passkey's popup.
  const others: readonly FrameEvent[] = [
    'privy:wallets:add-passkey',
    'privy:wallets:recover-by-passkey',
    // Tests in ../mfa cover the check before an export, and events of second factors.
    'privy:wallets:check-export',
    'privy:mfa:unenroll',
    'privy:mfa:backup-codes',
    'privy:mfa:prove-recovery',
    'privy:mfa:cancel-removal',
    // Tests in ../parts cover Farcaster signers, whose users have a Farcaster account.
    'privy:farcaster:init-signer',
    'privy:farcaster:sign',
  ];

  test('[FRAME-06] answers every event but nine that other tests cover, and refuses an unknown event with the type error', async () => {
    const answered = new Set<string>();
    const request = async (event: FrameEvent, data: object = {}, from = browser) => {
      const answer = await from.request(event, data);
      expect(answer.error, event).toBeUndefined();
      answered.add(event);
      return answer;
    };
    const created = await request('privy:wallet:create');
    const ethereum = address(created);
    const publicKey = address(await request('privy:solana-wallet:create', { ethereumAddress: ethereum }));
    const sign = { request: { method: 'personal_sign', params: ['hello', ethereum] } };
    const signSolana = { request: { method: 'signMessage', params: { message: helloBase64 } } };
    await request('privy:iframe:ready', { accessToken: undefined });
    await request('privy:wallet:connect', { address: ethereum });
    await request('privy:wallet:recover', { address: ethereum, recoveryMethod: 'privy' });
    expect(signerOfHello(await request('privy:wallet:rpc', { address: ethereum, ...sign }))).toBe(ethereum);
    await request('privy:wallet:create-additional', { primaryWalletAddress: ethereum, hdWalletIndex: 1 });
    await request('privy:wallet:import', { privateKey: 'ef'.repeat(32) });
    await request('privy:solana-wallet:connect', { publicKey });
    await request('privy:solana-wallet:recover', { publicKey });
    const signed = await request('privy:solana-wallet:rpc', { publicKey, ...signSolana });
    expect(isSignedBy(signed, publicKey, hello)).toBe(true);
    await request('privy:solana-wallet:create-additional', { primaryPublicKey: publicKey, hdWalletIndex: 1 });
    await request('privy:wallets:connect', named(ethereum));
    await request('privy:wallets:recover', named(publicKey));
    const again = { ...named(publicKey), chainType: 'ethereum', hdWalletIndex: 0, ...sign };
    expect(signerOfHello(await request('privy:wallets:rpc', again))).toBe(ethereum);
    await request('privy:wallets:add', { ...named(ethereum), chainType: 'solana', hdWalletIndex: 2 });
    const imported = await request('privy:wallets:import', {
      privateKey: 'ee'.repeat(32),
      chainType: 'ethereum',
    });
    await request('privy:mfa:verify');
    await request('privy:mfa:init-enrollment', { method: 'passkey' });
    await request('privy:mfa:submit-enrollment', { method: 'passkey', credentialIds: [] });
    await request('privy:mfa:clear', { accessToken: undefined, userId: person.userId });

    // Sets the password on another entropy, because an entropy that serves both chains cannot have one (SOL-02).
    const other = address(imported);
    const methodOf = async () =>
      (await person.listWallets()).find((wallet) => wallet.address === other)?.recovery_method;
    await request('privy:wallet:set-recovery-password', { address: other, recoveryPassword: password });
    expect(await methodOf()).toBe('user-passcode');
    await request('privy:wallet:set-recovery', { address: other, recoveryMethod: 'privy' });
    const byPassword = { recoveryMethod: 'user-passcode', recoveryPassword: password };
    const set = await request('privy:wallets:set-recovery', { ...named(other), ...byPassword });
    expect(set.data).toEqual({ ...named(other), recoveryMethod: 'user-passcode' });

    const somebody = await (await fixture.logIn()).openBrowser();
    await request('privy:wallets:create', { chainType: 'solana' }, somebody);

    expect([...answered].sort()).toEqual(frameEvents.filter((event) => !others.includes(event)).sort());
    for (const event of ['privy:user-signer:sign', 'privy:wallet', 'privy:__proto__', 'privy:toString']) {
      expect((await browser.request(event as FrameEvent)).error?.type).toBe('error');
    }
  });

  test('[FRAME-09] connect, recover and set-recovery need the token and the fields that name the wallet and open it, and no others', async () => {
    const wallet = address(await browser.request('privy:wallet:create'));
    const events = {
      'privy:wallet:connect': { address: wallet },
      'privy:wallet:set-recovery': {
        address: wallet,
        recoveryMethod: 'user-passcode',
        recoveryPassword: password,
      },
      'privy:wallet:recover': { address: wallet, recoveryPin: password },
    } as const;
    for (const [event, data] of Object.entries(events) as [keyof typeof events, object][]) {
      for (const missing of ['accessToken', ...Object.keys(data)]) {
        const { error } = await browser.request(event, { ...data, [missing]: undefined });
        // Only the service knows which secret a recovery needs, so a missing one is not an invalid argument.
        const type = missing === 'recoveryPin' ? 'error' : 'invalid_request_arguments';
        expect(error?.type, `${event} without ${missing}`).toEqual(type);
      }
      const { error } = await browser.request(event, { ...data, address: `0x${'1'.repeat(40)}` });
      expect(error?.type, event).toEqual(expect.stringMatching(/^(error|wallet_not_on_device)$/));
      expect(await browser.request(event, data)).toEqual({ data: { address: wallet } });
    }
    // The method is enough if recovery is automatic. A recovery by password needs the password.
    const recover = (fields: object, from: Browser) =>
      from.request('privy:wallet:recover', { address: wallet, ...fields });
    const other = await person.logInElsewhere();
    const wrong = await recover({ recoveryPin: 'gravel-lanterns' }, other);
    expect(wrong.error?.type).toBe('invalid_recovery_pin');
    expect((await recover(events['privy:wallet:recover'], other)).error).toBeUndefined();
    await expectSigns(other, wallet);
    const automatic = { address: wallet, recoveryMethod: 'privy' };
    expect((await other.request('privy:wallet:set-recovery', automatic)).error).toBeUndefined();
    const third = await person.logInElsewhere();
    expect((await recover({ recoveryMethod: 'privy' }, third)).error).toBeUndefined();
    await expectSigns(third, wallet);
  });
});
