import * as v from 'valibot';
import { about } from '../about.ts';
import { coinbaseBlockchains } from '../chains/index.ts';
import { eventCodes, purchaseCodes } from '../codes.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { accountOf, address, type FundingEventReply, fits, misfit, said, shortText, url } from './fields.ts';
import type { OnRampRecord, OnRampSchemas } from './record.ts';

export const coinbaseRecord = {
  name: 'Coinbase',
  way: 'coinbase',
  account: 'coinbase',
  accountNoun: 'a project',
  secrets: ['coinbase', 'coinbase-webhook'],
  options: [
    { method: 'card', provider: 'coinbase' },
    { method: 'exchange', provider: 'coinbase' },
  ],
} as const satisfies OnRampRecord;

/** A chain by Coinbase Onramp's name of it. */
export type CoinbaseBlockchain = (typeof coinbaseBlockchains)[keyof typeof coinbaseBlockchains] | 'solana';

/** Coins that Coinbase Onramp is asked for. */
export const coinbaseAssets = ['ETH', 'USDC', 'SOL', 'POL'] as const;
export type CoinbaseAsset = (typeof coinbaseAssets)[number];

const listBlockchains = () =>
  [...Object.values(coinbaseBlockchains), 'solana'] as const satisfies readonly CoinbaseBlockchain[];

export const initCoinbaseBodySchema = () =>
  v.object({
    addresses: about(
      'Exactly one wallet, with the networks that it is funded on.',
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
      'Coins that may be bought. Case does not matter.',
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
    session_token: about("Goes into the address of Coinbase's page; good once.", v.string()),
    channel_id: v.string(),
    partner_user_id: about('Names the purchase: what its status is asked by.', v.string()),
  });
export type InitCoinbaseReply = OutputOf<typeof initCoinbaseReplySchema>;

export const coinbaseStatusQuerySchema = () =>
  v.object({
    partnerUserId: about(
      'As the answer that opened the session has it.',
      v.pipe(shortText(64), v.minLength(1)),
    ),
  });
export type CoinbaseStatusQuery = InputOf<typeof coinbaseStatusQuerySchema>;
export const coinbaseStatusReplySchema = () =>
  v.object({
    status: v.picklist(['pending', 'success', 'failure']),
  });
export type CoinbaseStatusReply = OutputOf<typeof coinbaseStatusReplySchema>;

/** An event of Coinbase Onramp, as far as it is read. https://docs.cdp.coinbase.com/onramp/core-features/webhooks */
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
    summary: "Opens a session of Coinbase Onramp, whose token goes into the address of Coinbase's page.",
  }),
  coinbaseStatus: /* @__PURE__ */ route<CoinbaseStatusQuery, CoinbaseStatusReply>({
    name: 'funding.coinbaseStatus',
    method: 'GET',
    path: '/api/v1/funding/coinbase_on_ramp/status',
    input: 'query',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'not_found', 'onramp_unavailable'],
    summary: "What became of a purchase of the user's at Coinbase, also where funding was turned off since.",
  }),
  /** Coinbase's server calls it, with a signature over the body as it was sent. */
  coinbaseEvent: /* @__PURE__ */ route<CoinbaseEventBody, FundingEventReply>({
    name: 'funding.coinbaseEvent',
    method: 'POST',
    path: '/api/v1/apps/{id}/funding/webhooks/coinbase',
    auth: 'none',
    retry: 'never',
    origin: 'any',
    codes: eventCodes,
    summary: 'Takes an event of Coinbase Onramp, signed by the secret of its subscription.',
  }),
} as const;

const projectId = () => about("The app's project id at Coinbase.", v.pipe(shortText(64), v.minLength(1)));
const keyName = () =>
  about(
    "Name or id of the project's secret API key, whose private half is the app's secret `coinbase`.",
    v.pipe(shortText(200), v.minLength(1)),
  );

const account = () => v.strictObject({ project_id: projectId(), key_name: keyName() });

/** Its fields of the settings of an app and of what clients are served. */
export const coinbaseSchemas = () =>
  ({
    accounts: { coinbase: accountOf(coinbaseRecord.name, account()) },
    accountInputs: { coinbase: accountOf(coinbaseRecord.name, v.partial(account())) },
    services: { coinbase_pay_url: about("Address of Coinbase's page.", v.optional(url())) },
  }) satisfies OnRampSchemas<'coinbase'>;
