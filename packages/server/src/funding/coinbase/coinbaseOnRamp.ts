import { fail, fundingRoutes, rateLimits } from '@latchkey/wire';
import { implement } from '../../http/index.ts';
import { chainIdOf } from '../assets.ts';
import { assertEnabled, type OnRamp } from '../onRamp.ts';
import { assertOwn } from '../ownAddress.ts';
import { findFunding } from '../store.ts';
import { createCoinbaseAccounts } from './account.ts';
import { createCoinbase } from './coinbase.ts';
import { coinbaseAsset } from './coins.ts';
import { createStatusLookup } from './createStatusLookup.ts';
import { readCoinbaseEvent } from './readEvent.ts';

/** Coinbase Onramp: it opens sessions, and tells the service the status, which no client may ask. */
export const coinbaseOnRamp: OnRamp = {
  createRoutes(world, { begin, createAdmit, hear, rise, users, appSecrets }) {
    const { clock, database } = world;
    const accounts = createCoinbaseAccounts(world, { appSecrets });
    const coinbase = createCoinbase(world);
    const request = createStatusLookup(world, { accounts, coinbase, rise });
    const admitToInit = createAdmit(rateLimits['funding.initCoinbase']);
    const admitToStatus = createAdmit(rateLimits['funding.coinbaseStatus']);
    return [
      implement(fundingRoutes.initCoinbase, async ({ app, body, caller }) => {
        const session = await admitToInit(app, caller.bearer);
        assertEnabled(app, 'coinbase-onramp');
        const [{ address, blockchains } = fail('invalid_data')] = body.addresses;
        const bought = blockchains.map((blockchain) => coinbaseAsset(blockchain, body.assets ?? []));
        const [asset = fail('invalid_data')] = bought;
        const chains = bought.map(({ caip2 }) => chainIdOf(caip2));
        await assertOwn(users, { app, user: session }, { address, chains });
        const account = await accounts.get(app);
        const wanted = { provider: 'coinbase-onramp', address, asset, amount: null, isTest: false } as const;
        const funding = await begin(session, wanted);
        return coinbase.open({ account, clientIp: caller.address, funding }, body);
      }),

      implement(fundingRoutes.coinbaseStatus, async ({ app, body, caller }) => {
        // Also where funding was turned off since: a person who paid sees it arrive.
        const session = await admitToStatus(app, caller.bearer);
        const key = { appId: app.id, fundingId: body.partnerUserId };
        const funding = await findFunding(database.db, key);
        // One answer for another user's purchase and for none: neither is found out by trying.
        const isOwn = funding?.userId === session.userId && funding.provider === 'coinbase-onramp';
        if (!funding || !isOwn) return fail('not_found');
        const status = await request(app, funding);
        if (status === 'completed') return { status: 'success' as const };
        return { status: status === 'failed' ? ('failure' as const) : ('pending' as const) };
      }),

      implement(fundingRoutes.coinbaseEvent, async ({ app, body, caller }) => {
        const keys = await accounts.listKeys(app);
        await hear(app, 'coinbase-onramp', readCoinbaseEvent({ caller, nowMs: clock.now() }, keys, body));
        return {};
      }),
    ];
  },
};
