import { fundingRoutes } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import {
  type FundInput,
  openFundingPopup,
  startCoinbase,
  toFundingRequest,
  watchCoinbase,
} from '../../index.ts';
import { codeOf, type FundingFixture, shareFundingFixture } from '../fundingFixture.testkit.ts';

const open = shareFundingFixture();
const id = 'fedcba9876543210fedcba9876543210';

/** Creates a popup that records where it is sent. */
const createPopup = () => {
  const popup = {
    opener: {} as object | null,
    location: { href: 'about:blank' },
    closed: false,
    close: () => {},
  };
  popup.close = () => {
    popup.closed = true;
  };
  return popup;
};
const asWindow = (popup: ReturnType<typeof createPopup>) => popup as unknown as Window;

async function begin(statuses: (string | Response)[]) {
  let asked = 0;
  const fixture = await open({
    world(request) {
      const { pathname } = new URL(request.url);
      if (pathname === fundingRoutes.initCoinbase.path)
        return Response.json({
          app_id: 'project-1',
          session_token: 'token-1',
          channel_id: 'c',
          partner_user_id: id,
        });
      if (pathname !== fundingRoutes.coinbaseStatus.path) return null;
      asked += 1;
      const answer = statuses[asked - 1] ?? statuses.at(-1);
      return answer instanceof Response ? answer.clone() : Response.json({ status: answer });
    },
  });
  return { ...fixture, asked: () => asked };
}
const requestOf = ({ client, address }: FundingFixture, config: object = {}) =>
  toFundingRequest(client, { address, chainType: 'ethereum', config } satisfies FundInput);
const refusal = (code: string, status = 422) => Response.json({ error: 'x', code }, { status });

describe('a purchase at Coinbase', () => {
  it('[COIN-03] startCoinbase opens Coinbase’s page in the popup with the session, and removes the popup’s opener', async () => {
    const fixture = await begin(['pending']);
    const popup = createPopup();
    expect(
      await startCoinbase(fixture.client, requestOf(fixture, { amount: '.5' }), asWindow(popup)),
    ).toEqual({
      id,
    });
    const init = fixture.requests.find(({ url }) => url.includes('coinbase_on_ramp'));
    expect(await init?.json()).toEqual({
      addresses: [{ address: fixture.address, blockchains: ['base'] }],
      assets: ['ETH'],
    });
    const { origin, pathname, searchParams } = new URL(popup.location.href);
    expect(origin + pathname).toBe('https://pay.coinbase.example/buy/select-asset');
    expect(Object.fromEntries(searchParams)).toEqual({
      appId: 'project-1',
      sessionToken: 'token-1',
      partnerUserId: id,
      partnerUserRef: id,
      defaultExperience: 'buy',
      presetCryptoAmount: '0.5',
      defaultNetwork: 'base',
      defaultPaymentMethod: 'CARD',
      defaultAsset: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4',
    });
    expect(popup.opener).toBeNull();
    expect(popup.closed).toBe(false);
  });

  it.each([
    [1, 'ethereum', 'ETH'],
    [8453, 'base', 'ETH'],
    [10, 'optimism', 'ETH'],
    [137, 'polygon', 'POL'],
    [42161, 'arbitrum', 'ETH'],
  ])(
    '[COIN-04] startCoinbase requests a purchase on chain %s from Coinbase as %s',
    async (chain, name, asset) => {
      const fixture = await begin(['pending']);
      const request = {
        ...requestOf(fixture),
        network: { chainType: 'ethereum' as const, chain: { id: chain, name: 'x' } },
      };
      await startCoinbase(fixture.client, request, asWindow(createPopup()));
      const init = fixture.requests.find(({ url }) => url.includes('coinbase_on_ramp'));
      expect(await init?.json()).toMatchObject({ addresses: [{ blockchains: [name] }], assets: [asset] });
    },
  );

  it('[COIN-04] startCoinbase refuses a Coinbase purchase on an unsupported chain, and closes the popup', async () => {
    const fixture = await begin(['pending']);
    const request = {
      ...requestOf(fixture),
      network: { chainType: 'ethereum' as const, chain: { id: 5, name: 'x' } },
    };
    const popup = createPopup();
    await expect(startCoinbase(fixture.client, request, asWindow(popup))).rejects.toMatchObject({
      code: 'unsupported_chain_id',
      message: 'Unsupported chainId: 5 for Coinbase Onramp',
    });
    expect(popup.closed).toBe(true);
    expect(fixture.sent).toEqual([]);
  });

  it('[COIN-07] openFundingPopup opens a popup of 440 by 680 px for Coinbase, and returns null if it is blocked', async () => {
    const fixture = await begin(['pending']);
    const opened: unknown[][] = [];
    Object.assign(fixture.page.window, {
      open: (...requested: unknown[]) => {
        opened.push(requested);
        return null;
      },
    });
    expect(openFundingPopup(fixture.client)).toBeNull();
    expect(opened).toEqual([['', '_blank', 'popup,width=440,height=680']]);
  });

  it.each([
    ['success', 'success'],
    ['failure', 'failure'],
  ])('[COIN-05] watchCoinbase polls a Coinbase purchase every 1.5 s until %s', async (status, result) => {
    const fixture = await begin(['pending', 'pending', status]);
    const end = watchCoinbase(fixture.client, { id, popup: asWindow(createPopup()) });
    await fixture.timers.advance(1_499);
    expect(fixture.asked()).toBe(0);
    await fixture.timers.advance(1);
    expect(fixture.asked()).toBe(1);
    await fixture.timers.advance(3_000);
    expect(await end).toBe(result);
    await fixture.timers.advance(60_000);
    expect(fixture.asked()).toBe(3);
  });

  it('[COIN-06] watchCoinbase reports a timeout after 1200 polls of a Coinbase purchase', async () => {
    const fixture = await begin(['pending']);
    const end = watchCoinbase(fixture.client, { id, popup: asWindow(createPopup()) });
    await fixture.timers.advance(1_200 * 1_500);
    expect(await end).toBe('timeout');
    expect(fixture.asked()).toBe(1_200);
  });

  it("[COIN-06] watchCoinbase reports an exit three polls after Coinbase's popup was found closed", async () => {
    const fixture = await begin(['pending']);
    const popup = createPopup();
    let closed = 0;
    const end = watchCoinbase(
      fixture.client,
      { id, popup: asWindow(popup) },
      { onClosed: () => (closed += 1) },
    );
    await fixture.timers.advance(3_000);
    popup.close();
    await fixture.timers.advance(1_500);
    expect(closed).toBe(1);
    await fixture.timers.advance(4_500);
    expect(await end).toBe('exit');
    expect(fixture.asked()).toBe(6);
    expect(closed).toBe(1);
  });

  it('[COIN-06] watchCoinbase reports a successful Coinbase purchase even if the popup looks closed', async () => {
    const fixture = await begin(['pending', 'pending', 'success']);
    const popup = createPopup();
    popup.close();
    const end = watchCoinbase(fixture.client, { id, popup: asWindow(popup) });
    await fixture.timers.advance(6_000);
    expect(await end).toBe('success');
  });

  it('watchCoinbase continues to poll Coinbase after failed requests, and fails after three in a row or for an unknown purchase', async () => {
    const down = refusal('onramp_unavailable');
    const fixture = await begin([down, down, 'pending', down, down, 'success']);
    const end = watchCoinbase(fixture.client, { id, popup: null });
    await fixture.timers.advance(9_000);
    expect(await end).toBe('success');
    for (const statuses of [[down], [refusal('not_found', 404)]]) {
      const failing = await begin(statuses);
      const failed = watchCoinbase(failing.client, { id, popup: null });
      await failing.timers.advance(4_500);
      expect(await failed).toBe('failure');
    }
  });

  it('[COIN-05] watchCoinbase stops polling Coinbase when the user leaves', async () => {
    const fixture = await begin(['pending']);
    const leaving = new AbortController();
    const end = watchCoinbase(fixture.client, { id, popup: null }, { signal: leaving.signal });
    const left = end.catch((reason: unknown) => reason);
    await fixture.timers.advance(3_000);
    leaving.abort('left');
    expect(await left).toBe('left');
    await fixture.timers.advance(60_000);
    expect(fixture.asked()).toBe(2);
  });

  it('startCoinbase refuses a Coinbase purchase for an address that is not the user’s', async () => {
    const fixture = await begin(['pending']);
    const other = { ...fixture, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' };
    expect(await codeOf(() => startCoinbase(fixture.client, requestOf(other), asWindow(createPopup())))).toBe(
      'wallet_not_linked',
    );
  });
});
