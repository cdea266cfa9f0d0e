import { fundingRoutes } from '@latchkey/wire';
import { implement } from '../../http/index.ts';
import { chainIdOf, toDecimal } from '../assets.ts';
import { assertEnabled, type OnRamp } from '../onRamp.ts';
import { assertOwn } from '../ownAddress.ts';
import { createMoonpayAccounts, publicKeysOf } from './account.ts';
import { moonpayAsset, moonpayCoins } from './coins.ts';
import { moonpayHosts } from './hosts.ts';
import { createMoonpay, defaultCode } from './moonpay.ts';
import { readMoonpayEvent } from './readEvent.ts';

/** MoonPay. The service signs URLs of its page; clients request the status from MoonPay directly. */
export const moonpayOnRamp: OnRamp = {
  coins: moonpayCoins,
  toServices: (settings, config) => ({
    moonpay: { api_url: moonpayHosts(config).api, ...publicKeysOf(settings, config) },
  }),
  createRoutes(world, { begin, createAdmit, hear, users, appSecrets }) {
    const accounts = createMoonpayAccounts(world, { appSecrets });
    const moonpay = createMoonpay(world);
    const admit = createAdmit('funding.signMoonpay');
    return [
      implement(fundingRoutes.signMoonpay, async ({ app, body, caller }) => {
        const session = await admit(app, caller.bearer);
        assertEnabled(app, 'moonpay');
        const { address, useSandbox: isTest = false } = body;
        const { currencyCode = defaultCode, quoteCurrencyAmount: wanted } = body.config;
        const asset = moonpayAsset(currencyCode);
        await assertOwn(users, { app, user: session }, { address, chains: [chainIdOf(asset.caip2)] });
        const account = await accounts.get(app, isTest);
        const amount = wanted === undefined ? null : toDecimal(wanted);
        const funding = await begin(session, { provider: 'moonpay', address, asset, amount, isTest });
        return moonpay(funding, body, { account, user: await users.findWireUser(session) });
      }),

      implement(fundingRoutes.moonpayEvent, async ({ app, body, caller }) => {
        const keys = await accounts.listKeys(app);
        await hear(app, 'moonpay', readMoonpayEvent({ caller, nowMs: world.clock.now() }, keys, body));
        return {};
      }),
    ];
  },
};
