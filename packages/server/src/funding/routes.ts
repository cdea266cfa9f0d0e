import { type FundingEntry, type FundingProvider, fail, fundingRoutes, rateLimits } from '@latchkey/wire';
import type { App } from '../app.ts';
import { createCap, type Implementation, implement } from '../http/index.ts';
import type { Session } from '../sessions/index.ts';
import type { World } from '../world.ts';
import type { Accounts } from './accounts.ts';
import { chainIdOf, toDecimal } from './assets.ts';
import type { Begin } from './begin.ts';
import type { Coinbase } from './coinbase/coinbase.ts';
import { coinbaseAsset } from './coinbase/coins.ts';
import type { createStatusLookup } from './coinbase/createStatusLookup.ts';
import { readCoinbaseEvent } from './coinbase/readEvent.ts';
import type { FundingDeps } from './createFunding.ts';
import type { createHear } from './hear.ts';
import { moonpayAsset } from './moonpay/coins.ts';
import { type createMoonpay, defaultCode } from './moonpay/moonpay.ts';
import { readMoonpayEvent } from './moonpay/readEvent.ts';
import { assertOwn } from './ownAddress.ts';
import { findFunding, listFundings } from './store.ts';
import type { FundingRow } from './table.ts';

/** What the routes work with. */
interface Parts extends FundingDeps {
  readonly accounts: Accounts;
  readonly request: ReturnType<typeof createStatusLookup>;
  readonly begin: Begin;
  readonly coinbase: Coinbase;
  readonly hear: ReturnType<typeof createHear>;
  readonly moonpay: ReturnType<typeof createMoonpay>;
}

const listedMs = 30 * 24 * 60 * 60_000;
const mostListed = 50;

/** @throws ServiceError `funding_not_enabled` */
function assertEnabled({ settings }: App, provider: FundingProvider): void {
  const isOn = settings.fiat_on_ramp_enabled && settings.funding_config?.methods.includes(provider);
  if (!isOn) fail('funding_not_enabled');
}

/** A purchase as the wire carries it. */
export const toEntry = (row: FundingRow): FundingEntry => ({
  id: row.fundingId,
  provider: row.provider,
  address: row.address,
  caip2: row.caip2,
  asset: row.asset,
  amount: row.amount,
  status: row.status,
  is_test: row.isTest,
  transaction_hash: row.transactionHash,
  created_at: row.createdAtMs,
  updated_at: row.updatedAtMs,
});

/** The routes of funding. What is refused is refused in one order: session, setting, wallet, account at the provider. */
export function fundingImplementations(world: World, parts: Parts): Implementation[] {
  const { clock, database } = world;
  const { accounts, request, begin, coinbase, hear, moonpay, sessions, users } = parts;

  /** Makes the check of who calls, with a cap on the calls of a session. */
  function callers(limit: { readonly sessionInProcess: Parameters<typeof createCap>[1] }) {
    const take = createCap(clock, limit.sessionInProcess);
    return async (app: App, bearer: string | null): Promise<Session> => {
      const session = await sessions.authenticate(app, bearer);
      take(`${session.appId} ${session.sessionId}`);
      return session;
    };
  }
  const admitTo = {
    sign: callers(rateLimits['funding.signMoonpay']),
    init: callers(rateLimits['funding.initCoinbase']),
    status: callers(rateLimits['funding.coinbaseStatus']),
    list: callers(rateLimits['funding.list']),
  };

  return [
    implement(fundingRoutes.signMoonpay, async ({ app, body, caller }) => {
      const session = await admitTo.sign(app, caller.bearer);
      assertEnabled(app, 'moonpay');
      const { address, useSandbox: isTest = false } = body;
      const { currencyCode = defaultCode, quoteCurrencyAmount: wanted } = body.config;
      const asset = moonpayAsset(currencyCode);
      await assertOwn(users, { app, user: session }, { address, chains: [chainIdOf(asset.caip2)] });
      const account = await accounts.moonpay(app, isTest);
      const amount = wanted === undefined ? null : toDecimal(wanted);
      const funding = await begin(session, { provider: 'moonpay', address, asset, amount, isTest });
      return moonpay(funding, body, { account, user: await users.findWireUser(session) });
    }),

    implement(fundingRoutes.initCoinbase, async ({ app, body, caller }) => {
      const session = await admitTo.init(app, caller.bearer);
      assertEnabled(app, 'coinbase-onramp');
      const [{ address, blockchains } = fail('invalid_data')] = body.addresses;
      const bought = blockchains.map((blockchain) => coinbaseAsset(blockchain, body.assets ?? []));
      const [asset = fail('invalid_data')] = bought;
      const chains = bought.map(({ caip2 }) => chainIdOf(caip2));
      await assertOwn(users, { app, user: session }, { address, chains });
      const account = await accounts.coinbase(app);
      const wanted = { provider: 'coinbase-onramp', address, asset, amount: null, isTest: false } as const;
      const funding = await begin(session, wanted);
      return coinbase.open({ account, clientIp: caller.address, funding }, body);
    }),

    implement(fundingRoutes.coinbaseStatus, async ({ app, body, caller }) => {
      // Also where funding was turned off since: a person who paid sees it arrive.
      const session = await admitTo.status(app, caller.bearer);
      const key = { appId: app.id, fundingId: body.partnerUserId };
      const funding = await findFunding(database.db, key);
      // One answer for another user's purchase and for none: neither is found out by trying.
      const isOwn = funding?.userId === session.userId && funding.provider === 'coinbase-onramp';
      if (!funding || !isOwn) return fail('not_found');
      const status = await request(app, funding);
      if (status === 'completed') return { status: 'success' as const };
      return { status: status === 'failed' ? ('failure' as const) : ('pending' as const) };
    }),

    implement(fundingRoutes.list, async ({ app, caller }) => {
      const session = await admitTo.list(app, caller.bearer);
      const since = { sinceMs: clock.now() - listedMs, limit: mostListed };
      return { fundings: (await listFundings(database.db, session, since)).map(toEntry) };
    }),

    implement(fundingRoutes.moonpayEvent, async ({ app, body, caller }) => {
      const keys = await accounts.eventKeys(app, 'moonpay');
      await hear(app, 'moonpay', readMoonpayEvent({ caller, nowMs: clock.now() }, keys, body));
      return {};
    }),

    implement(fundingRoutes.coinbaseEvent, async ({ app, body, caller }) => {
      const keys = await accounts.eventKeys(app, 'coinbase-onramp');
      await hear(app, 'coinbase-onramp', readCoinbaseEvent({ caller, nowMs: clock.now() }, keys, body));
      return {};
    }),
  ];
}
