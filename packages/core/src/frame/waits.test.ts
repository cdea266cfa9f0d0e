import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { type FrameEvent, limits } from '@latchkey/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import { createWallet } from '../index.ts';
import { createScriptedFrame } from '../wallets/embedded/scriptedFrame.testkit.ts';
import { callFrame } from './callFrame.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

type Name = Parameters<typeof callFrame>[1];

/** Operations, their events, and the number of frames that each operation waits for, 15 s for each frame. */
const operations: readonly [name: Name, event: FrameEvent, frames: number][] = [
  ['connect', 'privy:wallets:connect', 2],
  ['recover', 'privy:wallets:recover', 1],
  ['setRecovery', 'privy:wallets:set-recovery', 1],
  ['rpc', 'privy:wallets:rpc', 2],
  ['import', 'privy:wallets:import', 1],
  ['verify', 'privy:mfa:verify', 1],
  ['enrol', 'privy:mfa:init-enrollment', 1],
];

it('[CONST-05] connect, recover, setRecovery, rpc, import, verify and enrol wait 15 s for each silent frame, then time out', async () => {
  const wallet = createScriptedFrame(service);
  const { client, logIn, page, timers } = createTestClient(service, { page: { frame: wallet.script } });
  await client.start();
  await logIn('waits@company.example');
  await createWallet(client);
  wallet.silent.add('privy:iframe:ready');
  for (const [name, event, frames] of operations) {
    contextsOf(client).frame.mounted.get()?.unmount();
    const before = wallet.heard.length;
    let outcome: unknown = 'waiting';
    // The data does not matter, because no frame reads it.
    void callFrame(contextsOf(client).frame, name, event, {} as never).catch((error: unknown) => {
      outcome = error;
    });
    await expect.poll(() => page.frames.length, { message: name }).toBe(1);
    const [first] = page.frames;
    await timers.advance(14_999);
    expect(outcome, name).toBe('waiting');
    expect(page.frames[0] === first, name).toBe(true);
    await timers.advance(1);
    expect(page.frames[0] === first, name).toBe(false);
    if (frames === 2) {
      expect(outcome, name).toBe('waiting');
      await timers.advance(14_999);
      expect(outcome, name).toBe('waiting');
      await timers.advance(1);
    }
    expect(outcome, name).toMatchObject({
      code: 'wallet_proxy_timeout',
      message: 'walletProxy.initialize timed out.',
    });
    expect(
      wallet.heard.slice(before).filter((heard) => heard.event === event),
      name,
    ).toEqual([]);
  }
});

it('[CONST-05] [EMBW-09] an operation with a recovery password gets extra time, and so do operations that wait behind it', async () => {
  const wallet = createScriptedFrame(service);
  const { client, logIn, page, timers } = createTestClient(service, { page: { frame: wallet.script } });
  await client.start();
  await logIn('slow-device@company.example');
  await createWallet(client);
  const { frame } = contextsOf(client);
  const recoveryPassword = 'gravel-lantern-oblige-thimble';
  const slow: readonly [name: Name, event: FrameEvent, waitMs: number][] = [
    ['setRecovery', 'privy:wallets:set-recovery', limits.proxyReplyMs],
    ['recover', 'privy:wallets:recover', limits.proxyReplyMs],
    ['create', 'privy:wallet:create', limits.createReplyMs],
    ['verify', 'privy:mfa:prove-recovery', limits.proxyReplyMs],
  ];
  const outcomes: unknown[] = [];
  const request = (name: Name, event: FrameEvent, data: object) =>
    void callFrame(frame, name, event, data as never).then(
      () => outcomes.push('answered'),
      (error: { message: string }) => outcomes.push(error.message),
    );
  const heard = (event: FrameEvent) => wallet.heard.filter((one) => one.event === event).length;
  wallet.silent.add('privy:wallets:connect');
  for (const [name, event, waitMs] of slow) {
    outcomes.length = 0;
    wallet.silent.add(event);
    const before = [heard(event), heard('privy:wallets:connect')] as const;
    request(name, event, { recoveryPassword });
    await expect.poll(() => heard(event), { message: name }).toBe(before[0] + 1);
    const [first] = page.frames;
    // A correction of the device's clock does not change the time that is left.
    timers.set(limits.passwordWorkMs);
    request('connect', 'privy:wallets:connect', {});
    await expect.poll(() => heard('privy:wallets:connect'), { message: name }).toBe(before[1] + 1);
    timers.set(0);
    await timers.advance(limits.passwordWorkMs + limits.proxyReplyMs - 1);
    expect(outcomes, name).toEqual([]);
    expect(page.frames[0] === first, name).toBe(true);
    await timers.advance(waitMs - limits.proxyReplyMs + 1);
    await expect.poll(() => outcomes[0], { message: name }).toBe(`walletProxy.${name} timed out.`);
    // A `setRecovery` without a password gets no extra time.
    outcomes.length = 0;
    frame.mounted.get()?.unmount();
    request('setRecovery', 'privy:wallets:connect', {});
    await expect.poll(() => heard('privy:wallets:connect')).toBeGreaterThan(before[1] + 1);
    await timers.advance(limits.proxyReplyMs);
    await expect.poll(() => outcomes).toContain('walletProxy.setRecovery timed out.');
  }
});
