import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import type { FrameEvent } from '@latchkey/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWallet } from '../../../index.ts';
import { internalsOf } from '../../../internals.ts';
import { createScriptedWallet } from '../scriptedWallet.testkit.ts';
import { askFrame } from './askFrame.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

type Name = Parameters<typeof askFrame>[1];

/** What is asked twice gives a second frame as long as the first. */
const operations: readonly [name: Name, event: FrameEvent, frames: number][] = [
  ['connect', 'privy:wallets:connect', 2],
  ['recover', 'privy:wallets:recover', 1],
  ['setRecovery', 'privy:wallets:set-recovery', 1],
  ['rpc', 'privy:wallets:rpc', 2],
  ['import', 'privy:wallets:import', 1],
  ['verify', 'privy:mfa:verify', 1],
  ['enrol', 'privy:mfa:init-enrollment', 1],
];

it('[CONST-05] each operation but creation waits 15 s for a frame that never comes, then fails with its own time-out', async () => {
  const wallet = createScriptedWallet(service);
  const { client, logIn, page, timers } = createTestClient(service, { page: { frame: wallet.script } });
  await client.start();
  await logIn('waits@company.example');
  await createWallet(client);
  wallet.silent.add('privy:iframe:ready');
  for (const [name, event, frames] of operations) {
    internalsOf(client).frame?.unmount();
    const before = wallet.heard.length;
    let outcome: unknown = 'waiting';
    // What is sent along does not matter: no frame is there to read it.
    void askFrame(internalsOf(client), name, event, {} as never).catch((error: unknown) => {
      outcome = error;
    });
    await expect.poll(() => page.frames.length, { message: name }).toBe(1);
    const [first] = page.frames;
    await timers.advance(14_999);
    expect([name, outcome, page.frames[0] === first]).toEqual([name, 'waiting', true]);
    await timers.advance(1);
    expect([name, page.frames[0] === first]).toEqual([name, false]);
    if (frames === 2) {
      expect([name, outcome]).toEqual([name, 'waiting']);
      await timers.advance(14_999);
      expect([name, outcome]).toEqual([name, 'waiting']);
      await timers.advance(1);
    }
    expect(outcome, name).toMatchObject({
      code: 'wallet_proxy_timeout',
      message: 'walletProxy.initialize timed out.',
    });
    expect([name, wallet.heard.slice(before).filter((heard) => heard.event === event)]).toEqual([name, []]);
  }
});
