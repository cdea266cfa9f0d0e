import * as v from 'valibot';
import { about } from '../about.ts';
import { type ChainCoinCode, type ChainRecord, knownChains } from '../chains/index.ts';
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
import { eventCalls, purchaseCalls } from './limits.ts';
import type { OnRampRecord, OnRampSchemas } from './record.ts';

export const moonpayRecord = {
  name: 'MoonPay',
  way: 'moonpay',
  account: 'moonpay',
  accountNoun: 'an account',
  secrets: ['moonpay', 'moonpay-test', 'moonpay-test-webhook', 'moonpay-webhook'],
  otherModes: {
    moonpay: 'sk_test_',
    'moonpay-test': 'sk_live_',
    'moonpay-webhook': 'wk_test_',
    'moonpay-test-webhook': 'wk_live_',
  },
  options: [{ method: 'card', provider: 'moonpay' }],
} as const satisfies OnRampRecord;

/**
 * MoonPay currency codes that the service accepts in addition to those of the known chains (docs/wire/protocol.md
 * §2.12).
 */
const otherCodes = [
  'BNB_BNB',
  'BNB_BSC',
  'CUSD_CELO',
  'DAI_ETHEREUM',
  'ETH_OPTIMISM',
  'ETH_POLYGON',
  'FIL_FVM',
  'MATIC_ETHEREUM',
  'SOL',
  'USDC_SOL',
  'USDT_ETHEREUM',
  'USDT_POLYGON',
  'WBTC_ETHEREUM',
  'WETH_POLYGON',
] as const;
/** MoonPay currency code that no chain record has. */
export type OtherMoonpayCode = (typeof otherCodes)[number];
/** Coin on a network, by the currency code that clients use for MoonPay. */
export type MoonpayCode = ChainCoinCode | OtherMoonpayCode;

const chainCodes = ({ moonpay }: ChainRecord) =>
  [moonpay?.native?.code, moonpay?.usdc?.code].filter((code) => code !== undefined) as ChainCoinCode[];

const listCodes = (): readonly MoonpayCode[] => [...knownChains.flatMap(chainCodes), ...otherCodes].sort();

/** All currency codes that the service accepts. */
export const moonpayCodes = /* @__PURE__ */ listCodes();

export const moonpayPaymentMethods = [
  'ach_bank_transfer',
  'credit_debit_card',
  'gbp_bank_transfer',
  'gbp_open_banking_payment',
  'mobile_wallet',
  'pix_instant_payment',
  'sepa_bank_transfer',
  'sepa_open_banking_payment',
  'yellow_card_bank_transfer',
] as const;
export type MoonpayPaymentMethod = (typeof moonpayPaymentMethods)[number];

export const signMoonpayBodySchema = () =>
  v.pipe(
    v.object({
      address: address(),
      useSandbox: about(
        "If true, the purchase uses MoonPay's test mode, in which no money is paid.",
        v.optional(v.boolean()),
      ),
      config: v.object({
        currencyCode: about(
          'Coin to buy, and its network. Default: ether on Ethereum.',
          v.optional(v.picklist(moonpayCodes)),
        ),
        quoteCurrencyAmount: about(
          'Suggested amount of the coin.',
          v.optional(v.pipe(v.number(), v.finite(), v.gtValue(0), v.maxValue(1e15))),
        ),
        paymentMethod: v.optional(v.picklist(moonpayPaymentMethods)),
        email: about(
          'Email address to fill in at MoonPay. Ignored if it is not an account of the user.',
          v.optional(shortText(320)),
        ),
        uiConfig: v.optional(
          v.object({
            accentColor: about(
              "Accent colour of MoonPay's page. Published clients send `hsl(…)`, or `hsla(…)` for a translucent colour. The service converts these to six hex digits, which MoonPay accepts, without the opacity.",
              v.optional(
                v.pipe(
                  v.string(),
                  v.regex(
                    /^(?:#(?:[0-9a-f]{3}|[0-9a-f]{6})|hsla?\(\d{1,3}, \d{1,3}%, \d{1,3}%(?:, [01](?:\.\d{1,4})?)?\))$/i,
                    'must be a colour such as #4f46e5 or hsl(243, 75%, 59%)',
                  ),
                ),
              ),
            ),
            theme: v.optional(v.picklist(['light', 'dark'])),
          }),
        ),
      }),
    }),
    v.forward(
      v.check(
        ({ address, config: { currencyCode: code } }) => fits(address, code === 'SOL' || code === 'USDC_SOL'),
        misfit,
      ),
      ['address'],
    ),
  );
export type SignMoonpayBody = InputOf<typeof signMoonpayBodySchema>;

export const signMoonpayReplySchema = () =>
  v.object({
    signedUrl: about("URL of MoonPay's page, valid only for this purchase.", v.string()),
    externalTransactionId: about('Id of the purchase, with which its status is requested.', v.string()),
  });
export type SignMoonpayReply = OutputOf<typeof signMoonpayReplySchema>;

/** Fields of a MoonPay event that are read. https://dev.moonpay.com/reference/reference-webhooks-overview */
export const moonpayEventBodySchema = () =>
  v.looseObject({
    type: said(),
    data: v.optional(
      v.nullable(
        v.looseObject({
          id: said(),
          status: said(),
          externalTransactionId: said(),
          walletAddress: said(),
          cryptoTransactionId: said(),
          quoteCurrencyAmount: v.optional(v.nullable(v.number())),
          currency: v.optional(v.nullable(v.looseObject({ code: said() }))),
          failureReason: said(),
        }),
      ),
    ),
  });
export type MoonpayEventBody = InputOf<typeof moonpayEventBodySchema>;

export const moonpayRoutes = {
  signMoonpay: /* @__PURE__ */ route<SignMoonpayBody, SignMoonpayReply>({
    name: 'funding.signMoonpay',
    method: 'POST',
    path: '/api/v1/plugins/moonpay_on_ramp/sign',
    auth: 'user',
    retry: 'never',
    codes: purchaseCodes,
    summary: "Returns the signed URL of MoonPay's page, on which a user buys coins for one of their wallets.",
  }),
  /** Called by MoonPay's server, with a signature over the raw body. */
  moonpayEvent: /* @__PURE__ */ route<MoonpayEventBody, FundingEventReply>({
    name: 'funding.moonpayEvent',
    method: 'POST',
    path: '/api/v1/apps/{id}/funding/webhooks/moonpay',
    auth: 'none',
    retry: 'never',
    origin: 'any',
    codes: eventCodes,
    summary: 'Accepts an event of MoonPay, signed with the webhook key of its account.',
  }),
} as const;

export const moonpayLimits = {
  'funding.moonpayEvent': eventCalls,
  'funding.signMoonpay': purchaseCalls,
} as const;

const livePublicKey = () =>
  about(
    "The app's publishable key at MoonPay, `pk_live_…`.",
    v.pipe(
      shortText(200),
      v.regex(/^pk_live_\w+$/, "must be MoonPay's publishable live key, which begins with pk_live_"),
    ),
  );
const testPublicKey = () =>
  about(
    "Publishable key of MoonPay's test mode, `pk_test_…`. If null or absent, users cannot pay in test mode.",
    v.optional(
      v.nullable(
        v.pipe(
          shortText(200),
          v.regex(/^pk_test_\w+$/, "must be MoonPay's publishable test key, which begins with pk_test_"),
        ),
      ),
    ),
  );
const account = () => v.strictObject({ public_key: livePublicKey(), test_public_key: testPublicKey() });

/** Returns the schemas of MoonPay's routes, and of its fields in an app's settings and in the client settings. */
export const moonpaySchemas = () =>
  ({
    calls: { signMoonpay: { body: signMoonpayBodySchema(), reply: signMoonpayReplySchema() } },
    events: { moonpayEvent: { body: moonpayEventBodySchema(), reply: fundingEventReplySchema() } },
    accounts: { moonpay: accountOf(moonpayRecord.name, account()) },
    accountInputs: { moonpay: accountOf(moonpayRecord.name, v.partial(account())) },
    services: {
      moonpay: v.optional(
        v.object({
          api_url: about("Root URL of MoonPay's API, which returns the status of a purchase.", url()),
          public_key: v.nullable(v.string()),
          test_public_key: v.nullable(v.string()),
        }),
      ),
    },
  }) satisfies OnRampSchemas<'moonpay'>;
