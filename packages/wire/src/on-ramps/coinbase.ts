import * as v from 'valibot';
import { about } from '../about.ts';
import { coinbaseBlockchains } from '../chains/index.ts';
import { eventCodes, purchaseCodes } from '../codes.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import {
  accountOf,
  address,
  type FundingEventReply,
  fits,
  fundingEventReplySchema,
  misfit,
  said,
  shortText,
  url,
} from './fields.ts';
import { eventCalls, purchaseCalls, statusCalls } from './limits.ts';
import type { OnRampRecord, OnRampSchemas } from './record.ts';

export const coinbaseRecord = {
  name: 'Coinbase',
  product: 'Coinbase Onramp',
  way: 'coinbase',
  account: 'coinbase',
  accountNoun: 'a project',
  secrets: ['coinbase', 'coinbase-webhook'],
  options: [
    { method: 'card', provider: 'coinbase' },
    { method: 'exchange', provider: 'coinbase' },
  ],
} as const satisfies OnRampRecord;

/** Chain, by Coinbase Onramp's name. */
export type CoinbaseBlockchain = (typeof coinbaseBlockchains)[keyof typeof coinbaseBlockchains] | 'solana';

/** Coins that can be bought through Coinbase Onramp. */
export const coinbaseAssets = ['ETH', 'USDC', 'SOL', 'POL'] as const;
export type CoinbaseAsset = (typeof coinbaseAssets)[number];

const listBlockchains = () =>
  [...Object.values(coinbaseBlockchains), 'solana'] as const satisfies readonly CoinbaseBlockchain[];

export const initCoinbaseBodySchema = () =>
  v.object({
    addresses: about(
      'Exactly one wallet, with the networks on which it is funded.',
      v.pipe(
        v.array(
          v.pipe(
            v.object({
              address: address(),
              blockchains: v.pipe(v.array(v.picklist(listBlockchains())), v.minLength(1), v.maxLength(9)),
            }),
            v.forward(
              v.check(
                ({ address, blockchains }) => blockchains.every((one) => fits(address, one === 'solana')),
                misfit,
              ),
              ['address'],
            ),
          ),
        ),
        v.length(1),
      ),
    ),
    assets: about(
      'Coins that the user may buy. Case does not matter.',
      v.optional(
        v.pipe(
          v.array(v.pipe(v.string(), v.maxLength(8), v.toUpperCase(), v.picklist(coinbaseAssets))),
          v.minLength(1),
          v.maxLength(coinbaseAssets.length),
        ),
      ),
    ),
  });
export interface InitCoinbaseBody {
  addresses: { address: string; blockchains: CoinbaseBlockchain[] }[];
  assets?: CoinbaseAsset[] | undefined;
}

export const initCoinbaseReplySchema = () =>
  v.object({
    app_id: about("The app's project at Coinbase.", v.string()),
    session_token: about("Token for the URL of Coinbase's page. Valid once.", v.string()),
    channel_id: v.string(),
    partner_user_id: about('Id of the purchase, with which its status is requested.', v.string()),
  });
export type InitCoinbaseReply = OutputOf<typeof initCoinbaseReplySchema>;

export const coinbaseStatusQuerySchema = () =>
  v.object({
    partnerUserId: about(
      '`partner_user_id` from the answer that opened the session.',
      v.pipe(shortText(64), v.minLength(1)),
    ),
  });
export type CoinbaseStatusQuery = InputOf<typeof coinbaseStatusQuerySchema>;
export const coinbaseStatusReplySchema = () =>
  v.object({
    status: v.picklist(['pending', 'success', 'failure']),
  });
export type CoinbaseStatusReply = OutputOf<typeof coinbaseStatusReplySchema>;

/** Fields of a Coinbase Onramp event that are read. https://docs.cdp.coinbase.com/onramp/core-features/webhooks */
export const coinbaseEventBodySchema = () =>
  v.looseObject({
    eventType: said(),
    partnerUserRef: said(),
    status: said(),
    walletAddress: said(),
    txHash: said(),
    transactionId: said(),
    purchaseAmount: v.optional(v.unknown()),
    purchaseCurrency: said(),
    purchaseNetwork: said(),
  });
export type CoinbaseEventBody = InputOf<typeof coinbaseEventBodySchema>;
export const coinbaseRoutes = {
  initCoinbase: /* @__PURE__ */ route<InitCoinbaseBody, InitCoinbaseReply>({
    name: 'funding.initCoinbase',
    method: 'POST',
    path: '/api/v1/funding/coinbase_on_ramp/init',
    auth: 'user',
    retry: 'never',
    codes: [...purchaseCodes, 'onramp_unavailable'],
    summary: "Opens a session of Coinbase Onramp. Its token goes into the URL of Coinbase's page.",
  }),
  coinbaseStatus: /* @__PURE__ */ route<CoinbaseStatusQuery, CoinbaseStatusReply>({
    name: 'funding.coinbaseStatus',
    method: 'GET',
    path: '/api/v1/funding/coinbase_on_ramp/status',
    input: 'query',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'not_found', 'onramp_unavailable'],
    summary:
      'Returns the status of a purchase by the user at Coinbase. Also works after funding was turned off.',
  }),
  /** Called by Coinbase's server, with a signature over the raw body. */
  coinbaseEvent: /* @__PURE__ */ route<CoinbaseEventBody, FundingEventReply>({
    name: 'funding.coinbaseEvent',
    method: 'POST',
    path: '/api/v1/apps/{id}/funding/webhooks/coinbase',
    auth: 'none',
    retry: 'never',
    origin: 'any',
    codes: eventCodes,
    summary: 'Accepts an event of Coinbase Onramp, signed with the secret of its subscription.',
  }),
} as const;

export const coinbaseLimits = {
  'funding.coinbaseEvent': eventCalls,
  /** A process requests each purchase's status from Coinbase at most every 3 s. */
  'funding.coinbaseStatus': statusCalls,
  'funding.initCoinbase': purchaseCalls,
} as const;

const projectId = () => about("The app's project id at Coinbase.", v.pipe(shortText(64), v.minLength(1)));
const keyName = () =>
  about(
    "Name or id of the project's secret API key. Its private half is the app's secret `coinbase`.",
    v.pipe(shortText(200), v.minLength(1)),
  );

const account = () => v.strictObject({ project_id: projectId(), key_name: keyName() });

/** Returns the schemas of Coinbase's routes, and of its fields in an app's settings and in the client settings. */
export const coinbaseSchemas = () =>
  ({
    calls: {
      initCoinbase: { body: initCoinbaseBodySchema(), reply: initCoinbaseReplySchema() },
      coinbaseStatus: { body: coinbaseStatusQuerySchema(), reply: coinbaseStatusReplySchema() },
    },
    events: { coinbaseEvent: { body: coinbaseEventBodySchema(), reply: fundingEventReplySchema() } },
    accounts: { coinbase: accountOf(coinbaseRecord.name, account()) },
    accountInputs: { coinbase: accountOf(coinbaseRecord.name, v.partial(account())) },
    services: { coinbase_pay_url: about("URL of Coinbase's page.", v.optional(url())) },
  }) satisfies OnRampSchemas<'coinbase'>;
