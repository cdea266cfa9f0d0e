import { limits } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import {
  followFundings,
  logout,
  prepareTransfer,
  sendTransfer,
  startCoinbase,
  startMoonpay,
  watchCoinbase,
  watchMoonpay,
} from '../index.ts';
import { withStorageLock } from '../storageLock.ts';
import { ether } from '../transactions/sendFixture.testkit.ts';
import { codeOf } from './fundingFixture.testkit.ts';
import { type FundingWorld, shareFundingWorld, there } from './fundingWorld.testkit.ts';
import { keepFunding, listKeptFundings, noteFunding } from './kept.ts';

// Tests payments under way across reloads, with the real service and stand-ins for its providers.

const world = shareFundingWorld();
const { sandbox } = world;
const dayMs = 24 * 60 * 60_000;

/** Follows a page's fundings; each is listed as 'way status'. */
async function follow({ client }: FundingWorld) {
  const shown: string[][] = [];
  const follower = await followFundings(client, (list) =>
    shown.push(list.map(({ way, status }) => `${way} ${status}`)),
  );
  return { ...follower, shown, last: () => shown.at(-1) ?? [] };
}
const reload = ({ profile }: FundingWorld) => world.open({ profile, isBack: true });

async function beginAtMoonpay(test: FundingWorld, config: object = {}) {
  const started = await startMoonpay(test.client, test.request(config));
  expect((await fetch(started.signedUrl)).status).toBe(200);
  return started;
}
async function beginAtCoinbase(test: FundingWorld) {
  const popup = { opener: {}, location: { href: '' }, closed: false, close: () => {} };
  const { id } = await startCoinbase(test.client, test.request(), popup as unknown as Window);
  expect((await fetch(popup.location.href)).status).toBe(200);
  return { id, popup: popup as unknown as Window };
}
const keyOf = ({ profile }: FundingWorld) =>
  [...profile.stored.keys()].find((key) => key.includes('fundings')) ?? 'privy:fundings:none';

/** Stores a paid funding, as a transfer does. */
async function keep(test: FundingWorld, id: string, fields: object = {}) {
  await keepFunding(contextsOf(test.client).session, {
    id,
    way: 'wallet',
    address: test.address,
    caip2: `eip155:${there}`,
    isTest: false,
    symbol: 'ETH',
    amount: '0.1',
    asset: 'native-currency',
    before: null,
    arrivedAt: null,
    ...fields,
  });
  await noteFunding(contextsOf(test.client).page, id, { status: 'pending' });
}

describe('a purchase under way', () => {
  it('[MOON-05] a follower of fundings finds a MoonPay purchase after a reload and follows it to its end', async () => {
    const test = await world.open();
    const before = await follow(test);
    const { id } = await beginAtMoonpay(test);
    await test.pass(10_000);
    // A purchase that the user has not paid is not listed.
    expect(before.last()).toEqual([]);
    await sandbox.moonpay.press(id, 'pay');
    before.refresh();
    await expect.poll(before.last).toEqual(['moonpay pending']);
    before.stop();

    const after = await reload(test);
    // Sets the device's clock 40 days ahead. The age of the purchase counts by the service's clock.
    after.timers.set(40 * 24 * 60 * 60_000);
    const again = await follow(after);
    expect(again.last()).toEqual(['moonpay pending']);
    await sandbox.moonpay.press(id, 'ask-authorization');
    await after.pass(12_000);
    await expect.poll(again.last).toEqual(['moonpay waitingAuthorization']);
    await sandbox.moonpay.press(id, 'complete');
    await after.pass(12_000);
    await expect.poll(again.last).toEqual(['moonpay completed']);
    again.stop();
  });

  it('a follower of fundings finds a Coinbase purchase after a reload and follows it to its end', async () => {
    const test = await world.open();
    const { id } = await beginAtCoinbase(test);
    await sandbox.coinbaseOnRamp.press(id, 'pay');
    const after = await reload(test);
    const again = await follow(after);
    // The service learns of the payment when its status is requested, and lists it at the next poll.
    await after.pass(12_000);
    await expect.poll(again.last).toEqual(['coinbase pending']);
    await sandbox.coinbaseOnRamp.press(id, 'complete');
    await after.pass(14_000);
    await expect.poll(again.last).toEqual(['coinbase completed']);
    again.stop();
  });

  it('a purchase is completed when the coins arrive on chain, even if the provider does not report it', async () => {
    const test = await world.open();
    const { id } = await beginAtMoonpay(test, { amount: '0.2' });
    sandbox.moonpay.fail('silent');
    const bought = watchMoonpay(test.client, { id, address: test.address, isTest: false });
    await world.chainOf(there).fund(test.address, (ether * 19n) / 100n);
    expect(await test.until(bought)).toBe('completed');

    const { id: second, popup } = await beginAtCoinbase(test);
    const watched = watchCoinbase(test.client, { id: second, popup });
    await test.pass(3_000);
    await world.chainOf(there).fund(test.address, ether / 10n);
    expect(await test.until(watched)).toBe('success');
    const { last, stop } = await follow(test);
    expect(last()).toEqual(['coinbase completed', 'moonpay completed']);
    stop();
  });

  it('a purchase is not completed by coins from another funding of the same wallet', async () => {
    const test = await world.open();
    const { wallet } = await world.connectPayer(test);
    const { id } = await beginAtMoonpay(test);
    await sandbox.moonpay.press(id, 'pay');
    const { last, refresh, stop } = await follow(test);
    await expect.poll(last).toEqual(['moonpay pending']);
    await test.pass(1);
    await sendTransfer(test.client, await prepareTransfer(test.client, test.request(), wallet));
    await test.pass(20_000);
    expect(last()).toEqual(['wallet completed', 'moonpay pending']);
    await sandbox.moonpay.press(id, 'complete');
    refresh();
    await test.pass(500);
    await expect.poll(last).toEqual(['wallet completed', 'moonpay completed']);
    stop();
  });

  it('[MOON-04] a purchase of another coin is listed under that coin, and is not completed by the requested coin’s balance', async () => {
    const test = await world.open();
    const { id } = await beginAtMoonpay(test, {
      config: { currencyCode: 'USDC_BASE', quoteCurrencyAmount: 7 },
    });
    await sandbox.moonpay.press(id, 'pay');
    const shown: string[] = [];
    const { stop } = await followFundings(test.client, (list) =>
      shown.push(...list.map(({ amount, symbol, status }) => `${amount} ${symbol} ${status}`)),
    );
    await test.pass(500);
    await world.chainOf(there).fund(test.address, 100n * ether);
    await test.pass(20_000);
    expect(shown).toEqual(['7 USDC pending']);
    stop();
  });
});

describe('stored fundings', () => {
  it('fundings are listed only for their own user in a shared browser', async () => {
    const test = await world.open();
    const { id } = await beginAtCoinbase(test);
    await sandbox.coinbaseOnRamp.press(id, 'pay');
    const { last, stop } = await follow(test);
    await test.pass(12_000);
    // Simulates another browser of the same user, where only the service knows the purchase.
    test.profile.stored.delete(keyOf(test));
    await test.pass(1);
    await keep(test, 'of-ada');
    expect(last()).toEqual(['wallet pending', 'coinbase pending']);
    await logout(test.client);
    expect(last()).toEqual([]);
    const other = await world.open({ profile: test.profile });
    const theirs = await follow(other);
    await other.pass(10_000);
    expect(theirs.last()).toEqual([]);
    expect(last()).toEqual([]);
    expect(listKeptFundings(contextsOf(other.client).session)).toEqual([]);
    theirs.stop();
    stop();
    await logout(other.client);
    expect(await codeOf(() => followFundings(other.client, () => {}))).toBe('must_be_authenticated');
    expect(await codeOf(async () => keep(other, 'of-no-one'))).toBe('must_be_authenticated');
  });

  it('followFundings leaves out a purchase at a provider that only a newer client knows', async () => {
    const test = await world.open();
    const bought = world.service.database.statement<Record<string, never>>(
      'bought-at',
      "update fundings set provider = $2, status = 'pending' where funding_id = $1",
    );
    await bought([(await beginAtCoinbase(test)).id, 'coinbase-onramp']);
    await bought([(await beginAtCoinbase(test)).id, 'tidepay']);
    // Simulates another browser of the same user, where only the service knows the purchases.
    test.profile.stored.delete(keyOf(test));
    const { last, stop } = await follow(test);
    await test.pass(12_000);
    expect(last()).toEqual(['coinbase pending']);
    stop();
  });

  it('a follower of fundings reports changes in other tabs, and requests nothing while its tab is hidden or after it was stopped', async () => {
    const test = await world.open();
    const tab = await reload(test);
    const { last, stop } = await follow(tab);
    await tab.pass(500);
    Object.assign(tab.page.window.document, { hidden: true });
    await keep(test, 'of-the-first-tab');
    expect(last()).toEqual(['wallet pending']);
    tab.sent.length = 0;
    await tab.pass(60_000);
    expect(tab.sent).toEqual([]);
    Object.assign(tab.page.window.document, { hidden: false });
    tab.page.dispatch(new Event('visibilitychange'));
    await tab.pass(500);
    expect(tab.sent).toContain('GET /api/v1/funding');
    stop();
    const asked = tab.sent.length;
    await tab.pass(60_000);
    expect(tab.sent).toHaveLength(asked);
    await noteFunding(contextsOf(test.client).page, 'of-the-first-tab', { status: 'completed' });
    expect(last()).toEqual(['wallet pending']);
  });

  it('a tab stores a funding only after another tab has released the lock', async () => {
    const test = await world.open();
    const tab = await world.open({ profile: test.profile, isBack: true });
    const lock = { name: 'fundings', leaseMs: 5_000 } as const;
    let release = () => {};
    // Simulates that the first tab has read the list under the lock and has not written it yet.
    const writing = withStorageLock(contextsOf(test.client).page, lock, async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    const kept = keep(tab, 'of-the-second-tab');
    await tab.pass(200);
    expect(listKeptFundings(contextsOf(tab.client).session)).toEqual([]);
    release();
    await Promise.all([writing, kept]);
    expect(listKeptFundings(contextsOf(test.client).session).map(({ id }) => id)).toEqual([
      'of-the-second-tab',
    ]);
  });

  it('a follower of fundings polls every 10 s while a funding is under way, and not afterwards', async () => {
    const test = await world.open();
    const { stop } = await follow(test);
    await test.pass(500);
    test.sent.length = 0;
    await test.pass(60_000);
    expect(test.sent).toEqual([]);
    await keep(test, 'under-way');
    const lists = () => test.sent.filter((call) => call === 'GET /api/v1/funding').length;
    await test.pass(limits.fundingPollMs * 3 + 2_000);
    expect(lists()).toBe(3);
    await noteFunding(contextsOf(test.client).page, 'under-way', { status: 'failed' });
    await test.pass(limits.fundingPollMs);
    const before = lists();
    await test.pass(limits.fundingPollMs * 5);
    expect(lists()).toBe(before);
    stop();
  });

  it('a funding is dropped 7 days after its end, an unpaid one 1 day after it was opened, and any other 30 days after its start', async () => {
    const test = await world.open();
    const { page, session } = contextsOf(test.client);
    const ids = () => listKeptFundings(session).map(({ id }) => id);
    await keep(test, 'ended');
    await noteFunding(page, 'ended', { status: 'refunded' });
    await keep(test, 'under-way');
    await keepFunding(session, {
      id: 'opened',
      way: 'moonpay',
      address: test.address,
      caip2: `eip155:${there}`,
      isTest: false,
      symbol: 'ETH',
      amount: '0.1',
      asset: 'native-currency',
      before: null,
      arrivedAt: null,
    });
    world.service.clock.advance(dayMs - 1);
    expect(ids().sort()).toEqual(['ended', 'opened', 'under-way']);
    world.service.clock.advance(1);
    expect(ids().sort()).toEqual(['ended', 'under-way']);
    world.service.clock.advance(6 * dayMs);
    expect(ids()).toEqual(['under-way']);
    world.service.clock.advance(23 * dayMs);
    expect(ids()).toEqual([]);
  });

  it('the status of a funding only moves forward, and that of an ended one changes only if a failed purchase is then paid with another card', async () => {
    const test = await world.open();
    const { page, session } = contextsOf(test.client);
    const status = () => listKeptFundings(session)[0]?.status;
    await keep(test, 'one');
    for (const [said, now] of [
      ['waitingAuthorization', 'waitingAuthorization'],
      ['pending', 'waitingAuthorization'],
      ['asked', 'waitingAuthorization'],
      ['failed', 'failed'],
      ['waitingAuthorization', 'failed'],
      ['refunded', 'failed'],
      ['completed', 'completed'],
      ['failed', 'completed'],
      ['refunded', 'completed'],
    ] as const) {
      await noteFunding(page, 'one', { status: said });
      expect(status(), said).toEqual(now);
    }
  });

  it('a paid funding is kept, even if more purchases are opened than are kept', async () => {
    const test = await world.open();
    const { session } = contextsOf(test.client);
    await keep(test, 'paid');
    for (let count = 0; count < limits.keptFundings + 5; count += 1)
      await keepFunding(session, {
        id: `opened-${count}`,
        way: 'moonpay',
        address: test.address,
        caip2: `eip155:${there}`,
        symbol: 'ETH',
        amount: '0.1',
        asset: 'native-currency',
        before: null,
        arrivedAt: null,
        isTest: false,
      });
    expect(listKeptFundings(session)).toHaveLength(limits.keptFundings);
    expect(listKeptFundings(session).map(({ id }) => id)).toContain('paid');
  });

  it('a dismissed funding stays hidden after a reload, even if the service lists it', async () => {
    const test = await world.open();
    const { id } = await beginAtMoonpay(test);
    await sandbox.moonpay.press(id, 'fail-later');
    await test.pass(1);
    await keep(test, 'another');
    const first = await follow(test);
    await test.pass(500);
    await expect.poll(first.last).toEqual(['wallet pending', 'moonpay failed']);
    first.dismiss(id);
    first.dismiss('of no such id');
    await expect.poll(first.last).toEqual(['wallet pending']);
    first.stop();
    const after = await reload(test);
    const { last, stop } = await follow(after);
    await after.pass(12_000);
    expect(last()).toEqual(['wallet pending']);
    stop();
  });

  it('invalid stored fundings are ignored, and fundings are kept in memory if storage is blocked', async () => {
    const test = await world.open();
    await keep(test, 'good');
    const key = keyOf(test);
    const [good] = listKeptFundings(contextsOf(test.client).session) as unknown as Record<string, unknown>[];
    const texts = [
      '{',
      'null',
      '{"length":1}',
      '[null,1,"x",[],{}]',
      `[${'{"id":"x"},'.repeat(10_000)}1]`,
      ...[
        { way: 'card' },
        { status: 'paid' },
        { id: 7 },
        { id: 'x'.repeat(201) },
        { amount: null },
        { arrivedAt: '1e9' },
        { before: -1 },
        { startedAtMs: 'now' },
        { endedAtMs: '' },
        { transactionHash: 'x'.repeat(101) },
        { isTest: 1 },
        { isDismissed: 'no' },
        { asset: { erc20: '<script>' } },
        { asset: {} },
      ].map((fields) => JSON.stringify([{ ...good, ...fields }])),
      JSON.stringify([good]).replace(/"startedAtMs":\d+/, '"startedAtMs":1e999'),
    ];
    for (const text of texts) {
      test.profile.stored.set(key, JSON.stringify(text));
      expect(listKeptFundings(contextsOf(test.client).session), text.slice(0, 200)).toEqual([]);
    }
    test.profile.stored.set(key, JSON.stringify(JSON.stringify(Array(50).fill(good))));
    expect(listKeptFundings(contextsOf(test.client).session).length).toBe(limits.keptFundings);
    test.profile.stored.set(key, 'no JSON');
    await keep(test, 'next');
    expect(listKeptFundings(contextsOf(test.client).session).map(({ id }) => id)).toEqual(['next']);

    const blocked = await world.open({ page: { isStorageBlocked: true } });
    const { last, stop } = await follow(blocked);
    await keep(blocked, 'in-memory');
    expect(last()).toEqual(['wallet pending']);
    stop();
  });
});
