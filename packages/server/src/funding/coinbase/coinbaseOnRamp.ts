import { fail, fundingRoutes } from '@latchkey/wire';
import { implement } from '../../http/index.ts';
import { chainIdOf } from '../assets.ts';
import { assertEnabled, type OnRamp } from '../onRamp.ts';
import { assertOwn } from '../ownAddress.ts';
import { findFunding } from '../store.ts';
import { createCoinbaseAccounts } from './account.ts';
import { createCoinbase } from './coinbase.ts';
import { coinbaseAsset, coinbaseCoins } from './coins.ts';
import { createStatusLookup } from './createStatusLookup.ts';
import { coinbaseHosts } from './hosts.ts';
import { readCoinbaseEvent } from './readEvent.ts';

/** Coinbase Onramp. The service opens its sessions and requests the status, because clients cannot. */
export const coinbaseOnRamp: OnRamp = {
  coins: coinbaseCoins,
  toServices: (_settings, config) => ({ coinbase_pay_url: coinbaseHosts(config).page }),
  createRoutes(world, { begin, createAdmit, hear, rise, users, appSecrets }) {
    const { clock, database } = world;
    const accounts = createCoinbaseAccounts(world, { appSecrets });
    const coinbase = createCoinbase(world);
    const request = createStatusLookup(world, { accounts, coinbase, rise });
    const admitToInit = createAdmit('funding.initCoinbase');
    const admitToStatus = createAdmit('funding.coinbaseStatus');
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
        // Works even if funding was turned off in the meantime, so users who paid still see their coins arrive.
        const session = await admitToStatus(app, caller.bearer);
        const key = { appId: app.id, fundingId: body.partnerUserId };
        const funding = await findFunding(database.db, key);
        // An attacker could otherwise test which purchase ids exist. Another user's purchase and an unknown id get
        // the same answer.
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
