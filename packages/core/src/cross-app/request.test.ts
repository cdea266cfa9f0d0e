import { describe, expect, it } from 'vitest';
import { failureOf } from '../failureOf.testkit.ts';
import {
  loadCrossAppProviders,
  logout,
  sendTransactionWithCrossApp,
  signMessageWithCrossApp,
  signTypedDataWithCrossApp,
} from '../index.ts';
import {
  callsOf,
  eventsOf,
  gameOrigin,
  readOnlyId,
  type Say,
  saidBy,
  shareApps,
  tokenKey,
} from './crossApp.testkit.ts';

const apps = shareApps();
const signature = `0x${'ab'.repeat(65)}`;
const responded = 'PRIVY_CROSS_APP_ACTION_RESPONSE';
const refused = 'PRIVY_CROSS_APP_ACTION_ERROR';
const connections = 'GET /api/v1/apps/latchkey-game-app-0000001/cross-app/connections';
const strange = `0x${'1'.repeat(40)}`;

type Page = Awaited<ReturnType<typeof apps.loggedIn>>;

/** Signs with a popup that the test answers. */
function sign(test: Page, visit: (url: string, say: Say) => void, message = 'Hello') {
  const popup = apps.openPopup(test, visit);
  const { address } = test.holder;
  return { popup, signed: signMessageWithCrossApp(test.client, { message, address, popup: popup.window }) };
}

/** Makes the page's clicks open popups that the test answers. */
function openWith(test: Page, visits: readonly ((url: string, say: Say) => void)[]) {
  const left = [...visits];
  let opened = 0;
  const open = () => {
    const visit = left.shift();
    if (visit) opened += 1;
    return visit ? apps.openPopup(test, visit).window : null;
  };
  Object.assign(test.page.window, { open });
  return { opened: () => opened };
}

describe('a request to a provider app’s wallet', () => {
  it('[XAPP-13] [XAPP-15] [ANALYT-06] a cross-app request opens the transact endpoint with token and request, and resolves with the result', async () => {
    const test = await apps.loggedIn();
    const dayMs = 24 * 60 * 60_000;
    test.timers.set(dayMs);
    const { address } = test.holder;
    let shown: unknown;
    const { popup, signed } = sign(test, (url, say) => {
      void apps.takeRequest(url, test.holder).then((hostedRequest) => {
        shown = hostedRequest;
        say({ type: responded, result: signature });
      });
    });
    expect(await signed).toBe(signature);
    expect(shown).toMatchObject({
      state: 'ready',
      kind: 'transact',
      requester: { name: 'Game', origin: gameOrigin },
      request: { method: 'personal_sign', params: ['Hello', address], address },
    });
    const url = new URL(popup.visited[0] ?? '');
    expect(url.origin + url.pathname).toBe('http://localhost:4000/oauth/transact');
    expect(JSON.stringify(url.searchParams.get('token'))).toBe(test.profile.stored.get(tokenKey()));
    expect(JSON.parse(url.searchParams.get('request') ?? '')).toEqual({
      content: { request: { request: { method: 'personal_sign', params: ['Hello', address] } } },
      // By the service's clock, because the device's was set a day ahead.
      timestamp: test.timers.now() - dayMs,
      callbackUrl: gameOrigin,
    });
    expect(popup.window.closed).toBe(true);
    expect(callsOf(test)).toEqual([connections]);
    expect(await eventsOf(test)).toEqual([
      ['cross_app_request_started', { address, method: 'personal_sign' }],
      ['cross_app_request_success', { address, method: 'personal_sign' }],
    ]);

    // The list is cached, so the next request opens its popup during the click.
    const { opened } = openWith(test, [(_, say) => say({ type: responded, result: signature })]);
    const again = signMessageWithCrossApp(test.client, { message: 'Again', address: address.toLowerCase() });
    expect(opened()).toBe(1);
    expect(await again).toBe(signature);
    expect(callsOf(test)).toEqual([connections]);
  });

  it('a cross-app request carries typed data or a transaction with the wallet as sender and bigints as hex, and rejects an invalid result', async () => {
    const test = await apps.loggedIn();
    const { address } = test.holder;
    const asked: unknown[] = [];
    const popup = (result: string) =>
      apps.openPopup(test, (url, say) => {
        void apps.takeRequest(url, test.holder).then(({ request }) => {
          asked.push(request);
          say({ type: responded, result });
        });
      }).window;
    const typedData = {
      domain: { chainId: 8453 },
      types: { Order: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Order',
      message: { amount: 5n },
    };
    const signed = { typedData, address, popup: popup(signature) } as never;
    expect(await signTypedDataWithCrossApp(test.client, signed)).toBe(signature);
    const transaction = { to: strange, value: 10n ** 20n, chainId: 8453 };
    const hash = `0x${'cd'.repeat(32)}`;
    const sent = { transaction, address, popup: popup(hash) };
    expect(await sendTransactionWithCrossApp(test.client, sent)).toBe(hash);
    expect(asked).toMatchObject([
      { method: 'eth_signTypedData_v4', params: [address, { message: { amount: '0x5' } }], chain_id: 8453 },
      {
        method: 'eth_sendTransaction',
        params: [{ to: strange, value: '0x56bc75e2d63100000', chainId: 8453, from: address }],
        chain_id: 8453,
      },
    ]);

    // A hash must have 32 bytes, and a signature must be hex.
    for (const [result, act] of [
      [signature, (to: Window) => sendTransactionWithCrossApp(test.client, { ...sent, popup: to })],
      ['signed!', (to: Window) => signMessageWithCrossApp(test.client, { message: 'm', address, popup: to })],
    ] as const) {
      const wrong = apps.openPopup(test, (_, say) => say({ type: responded, result })).window;
      expect((await failureOf(act(wrong))).code).toBe('unable_to_sign');
    }
  });

  it("[XAPP-15] [XAPP-18] a cross-app request rejects with the provider app's error in one short line, and updates the token as the answer says", async () => {
    const test = await apps.loggedIn();
    const { stored } = test.profile;
    const before = stored.get(tokenKey());
    const say = (data: object) => sign(test, (_, say) => say(data)).signed;
    const declined = { type: refused, error: 'User rejected request', code: 'user_rejected_request' };
    expect(await saidBy(say(declined))).toEqual(['user_rejected_request', 'User rejected request']);
    expect(await saidBy(say({ type: refused, error: 'No', errorCode: 4001 }))).toEqual([
      'user_rejected_request',
      'No',
    ]);
    expect(
      await saidBy(say({ type: refused, error: 'a\n\u202eb\u0000\u3164\u2800c', code: 'toString' })),
    ).toEqual(['unable_to_sign', 'a b c']);
    expect((await failureOf(say({ type: refused, error: 'x'.repeat(5_000) }))).message).toHaveLength(200);
    expect(stored.get(tokenKey())).toBe(before);

    const set = { action: 'set', value: 'another.token.here' };
    expect(await say({ type: responded, result: signature, token: set })).toBe(signature);
    expect(stored.get(tokenKey())).toBe('"another.token.here"');
    for (const token of [{ action: 'set' }, { action: 'set', value: 'x'.repeat(5_000) }, 'clear', null]) {
      if (before) stored.set(tokenKey(), before);
      await failureOf(say({ type: refused, error: 'No', token }));
      expect(stored.get(tokenKey())).toBe(before);
    }
    const cleared = {
      type: refused,
      error: 'Transactions require a valid token',
      token: { action: 'clear' },
    };
    expect((await failureOf(say(cleared))).message).toBe('Transactions require a valid token');
    expect(stored.has(tokenKey())).toBe(false);
  });

  it('a cross-app request accepts messages only from its own popup and the origin of the hosted pages', async () => {
    const test = await apps.loggedIn();
    const forged = { type: responded, result: `0x${'66'.repeat(65)}` };
    const { popup, signed } = sign(test, (_, say) => {
      say(forged, { source: {} });
      say(forged, { origin: 'https://evil.example' });
      say(forged, { origin: gameOrigin, source: test.page.window });
      const channel = new BroadcastChannel('popup-privy-oauth');
      channel.postMessage(forged);
      channel.close();
      for (const none of [null, 'text', {}, { type: responded }, { type: responded, result: 5 }]) say(none);
      for (const none of [{ type: refused }, { type: refused, error: '' }]) say(none);
      queueMicrotask(() => say({ type: responded, result: signature }));
    });
    expect(await signed).toBe(signature);
    expect(popup.visited).toHaveLength(1);
  });

  it('[XAPP-16] a cross-app request rejects if two checks, 300 ms apart, find its popup closed', async () => {
    const test = await apps.loggedIn();
    const { popup, signed } = sign(test, () => {});
    const failure = failureOf(signed);
    await expect.poll(() => popup.visited.length).toBe(1);
    popup.close();
    await test.timers.advance(300);
    let outcome: unknown = 'waiting';
    void failure.then((error) => {
      outcome = error;
    });
    await test.timers.advance(299);
    expect(outcome).toBe('waiting');
    await test.timers.advance(1);
    expect(await failure).toMatchObject({
      code: 'user_rejected_request',
      message: 'User rejected request',
    });
  });

  it('[XAPP-17] a cross-app request times out after two minutes', async () => {
    const test = await apps.loggedIn();
    const { popup, signed } = sign(test, () => {});
    let outcome: unknown = 'waiting';
    const failure = failureOf(signed).then((error) => {
      outcome = error;
      return error;
    });
    await expect.poll(() => popup.visited.length).toBe(1);
    await test.timers.advance(119_999);
    expect(outcome).toBe('waiting');
    expect(popup.window.closed).toBe(false);
    await test.timers.advance(1);
    expect(await failure).toMatchObject({ code: 'client_request_timeout', message: 'Request timeout' });
    expect(popup.window.closed).toBe(true);
  });

  it('[XAPP-08] [ANALYT-06] a cross-app request rejects an address outside the user’s linked provider app accounts', async () => {
    const test = await apps.loggedIn();
    const popup = apps.openPopup(test, () => {});
    const { window } = popup;
    const signed = signMessageWithCrossApp(test.client, { message: 'm', address: strange, popup: window });
    const text = 'Cannot request a signature with this wallet address';
    expect(await saidBy(signed)).toEqual(['wallet_not_linked', text]);
    expect(popup.visited).toEqual([]);
    expect(window.closed).toBe(true);
    expect(callsOf(test)).toEqual([]);
    expect(await eventsOf(test)).toEqual([
      ['cross_app_request_started', { address: strange, method: 'personal_sign' }],
      ['cross_app_request_error', { address: strange, error: 'wallet_not_linked' }],
    ]);
    await logout(test.client);
    test.sent.length = 0;
    const { address } = test.holder;
    const [code] = await saidBy(signMessageWithCrossApp(test.client, { message: 'm', address }));
    expect(code).toBe('must_be_authenticated');
    expect(test.sent).toEqual([]);
  });

  it('[XAPP-09] a cross-app request rejects if the provider app is no longer connected', async () => {
    const test = await apps.loggedIn(undefined, {
      network: async (request, forward) =>
        request.url.endsWith('/connections') ? Response.json({ connections: [] }) : forward(),
    });
    const { popup, signed } = sign(test, () => {});
    expect(await saidBy(signed)).toEqual(['not_supported', 'Invalid connected app']);
    expect(popup.visited).toEqual([]);
    expect(popup.window.closed).toBe(true);
  });

  it('[XAPP-10] [XAPP-23] a cross-app request opens no popup for a read-only provider app, with a token or without', async () => {
    const test = await apps.loggedIn(await apps.createHolder(readOnlyId));
    const { address } = test.holder;
    const { opened } = openWith(test, [() => {}, () => {}, () => {}]);
    const text = 'Cannot transact against a read-only provider app';
    const hostedRequest = () => saidBy(signMessageWithCrossApp(test.client, { message: 'm', address }));
    expect(test.profile.stored.has(tokenKey(readOnlyId))).toBe(true);
    expect(await hostedRequest()).toEqual(['not_supported', text]);
    test.profile.stored.delete(tokenKey(readOnlyId));
    expect(await hostedRequest()).toEqual(['not_supported', text]);
    expect(opened()).toBe(0);
    const { popup, signed } = sign(test, () => {});
    expect(await failureOf(signed)).toMatchObject({ details: { reason: 'read_only' } });
    expect(popup.visited).toEqual([]);
    expect(popup.window.closed).toBe(true);
  });

  it('[XAPP-11] [XAPP-14] a cross-app request without a token reconnects, and signs with a second popup, then or at the next request', async () => {
    const test = await apps.loggedIn();
    const { address } = test.holder;
    const agree = (url: string, say: Say) =>
      void apps.answer(url, test.holder).then((back) => apps.comeBack(test, back, say));
    const answer = (_: string, say: Say) => say({ type: responded, result: signature });
    test.profile.stored.delete(tokenKey());
    const both = openWith(test, [agree, answer]);
    expect(await signMessageWithCrossApp(test.client, { message: 'm', address })).toBe(signature);
    expect(both.opened()).toBe(2);
    expect(test.profile.stored.has(tokenKey())).toBe(true);

    // A token that is about to expire counts as missing.
    const kept = JSON.parse(test.profile.stored.get(tokenKey()) ?? '""').split('.');
    const claims = JSON.parse(Buffer.from(kept[1], 'base64url').toString());
    const late = { ...claims, exp: Math.floor(test.timers.now() / 1000) + 29 };
    const payload = Buffer.from(JSON.stringify(late)).toString('base64url');
    test.profile.stored.set(tokenKey(), JSON.stringify([kept[0], payload, kept[2]].join('.')));
    const one = openWith(test, [agree]);
    const blocked = await failureOf(signMessageWithCrossApp(test.client, { message: 'm', address }));
    expect(blocked).toMatchObject({
      code: 'unable_to_sign',
      message: 'Failed to initialize signature request',
      details: { reason: 'popup_blocked' },
    });
    expect(one.opened()).toBe(1);
    const next = openWith(test, [answer]);
    expect(await signMessageWithCrossApp(test.client, { message: 'm', address })).toBe(signature);
    expect(next.opened()).toBe(1);
    const none = await failureOf(
      signMessageWithCrossApp(test.client, { message: 'm', address, popup: null }),
    );
    expect(none.code).toBe('unable_to_sign');
  });

  it('[XAPP-12] a cross-app request fails if reconnecting returned no token', async () => {
    const test = await apps.loggedIn(undefined, {
      async network(request, forward) {
        const reply = await forward();
        if (!request.url.endsWith('/oauth/link')) return reply;
        const { oauth_tokens: _, ...user } = await reply.json();
        return Response.json(user, { status: reply.status });
      },
    });
    test.profile.stored.delete(tokenKey());
    const popup = apps.agreeingPopup(test, test.holder).window;
    const { address } = test.holder;
    const signed = signMessageWithCrossApp(test.client, { message: 'm', address, popup });
    expect(await saidBy(signed)).toEqual(['missing_or_invalid_token', 'Transactions require a valid token']);
  });

  it('a cross-app request that is too long for a URL, has nothing to sign or is not JSON is rejected before a popup loads a page', async () => {
    const test = await apps.loggedIn();
    await loadCrossAppProviders(test.client);
    const { address } = test.holder;
    const { opened } = openWith(test, [() => {}, () => {}, () => {}, () => {}]);
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    for (const [act, code] of [
      [() => signMessageWithCrossApp(test.client, { message: 'm'.repeat(12_000), address }), 'invalid_data'],
      [() => signMessageWithCrossApp(test.client, { message: '', address }), 'invalid_message'],
      [() => signTypedDataWithCrossApp(test.client, { typedData: circle as never, address }), 'invalid_data'],
      [
        () => sendTransactionWithCrossApp(test.client, { transaction: null as never, address }),
        'invalid_data',
      ],
    ] as const)
      expect((await failureOf(act())).code).toBe(code);
    expect(opened()).toBe(0);
    const { popup, signed } = sign(test, () => {}, '%'.repeat(5_000));
    expect((await failureOf(signed)).code).toBe('invalid_data');
    expect(popup.visited).toEqual([]);
    expect(popup.window.closed).toBe(true);
  });

  it('a cross-app request stores no token for a user who logged out while its popup was open', async () => {
    const test = await apps.loggedIn();
    const token = { action: 'set', value: 'late.token.value' };
    const { signed } = sign(test, (_, say) => {
      void logout(test.client).then(() => say({ type: responded, result: signature, token }));
    });
    await signed;
    expect(test.profile.stored.has(tokenKey())).toBe(false);
  });
});
