import * as v from 'valibot';
import { about } from '../about.ts';
import { type ChainCoinCode, type ChainRecord, knownChains } from '../chains/index.ts';
import { eventCodes, purchaseCodes } from '../codes.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { accountOf, address, type FundingEventReply, fits, misfit, said, shortText, url } from './fields.ts';
import type { OnRampRecord, OnRampSchemas } from './record.ts';

export const moonpayRecord = {
  name: 'MoonPay',
  way: 'moonpay',
  account: 'moonpay',
  accountNoun: 'an account',
  secrets: ['moonpay', 'moonpay-test', 'moonpay-test-webhook', 'moonpay-webhook'],
  options: [{ method: 'card', provider: 'moonpay' }],
} as const satisfies OnRampRecord;

/** MoonPay's codes of coins that the service takes beside those of the known chains (docs/wire/protocol.md §2.12). */
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
/** MoonPay's code of a coin that no record of a chain has. */
export type OtherMoonpayCode = (typeof otherCodes)[number];
/** A coin on its network, as clients name it to MoonPay. */
export type MoonpayCode = ChainCoinCode | OtherMoonpayCode;

const chainCodes = ({ moonpay }: ChainRecord) =>
  [moonpay?.native?.code, moonpay?.usdc?.code].filter((code) => code !== undefined) as ChainCoinCode[];

const listCodes = (): readonly MoonpayCode[] => [...knownChains.flatMap(chainCodes), ...otherCodes].sort();

/** Every code that the service takes. */
export const moonpayCodes = /* @__PURE__ */ listCodes();

/** Means of payment at MoonPay. */
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
        "Whether MoonPay's test mode is meant, where nothing is paid.",
        v.optional(v.boolean()),
      ),
      config: v.object({
        currencyCode: about(
          'What is bought, and on which network. Absent: ether on Ethereum.',
          v.optional(v.picklist(moonpayCodes)),
        ),
        quoteCurrencyAmount: about(
          'How much of it is proposed.',
          v.optional(v.pipe(v.number(), v.finite(), v.gtValue(0), v.maxValue(1e15))),
        ),
        paymentMethod: v.optional(v.picklist(moonpayPaymentMethods)),
        email: about(
          "Filled in at MoonPay where it is an account of the user's, else dropped.",
          v.optional(shortText(320)),
        ),
        uiConfig: v.optional(
          v.object({
            accentColor: about(
              'Published clients give theirs as `hsl(…)`, or `hsla(…)` where it lets light through; MoonPay has no such colours and gets it without.',
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
    signedUrl: about("Address of MoonPay's page, good for this purchase alone.", v.string()),
    externalTransactionId: about('Names the purchase: what its status is asked by.', v.string()),
  });
export type SignMoonpayReply = OutputOf<typeof signMoonpayReplySchema>;

/** An event of MoonPay, as far as it is read. https://dev.moonpay.com/reference/reference-webhooks-overview */
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
    summary: "The signed address of MoonPay's page where a user buys coins for a wallet of theirs.",
  }),
  /** MoonPay's server calls it; its signature is over the body as it was sent. */
  moonpayEvent: /* @__PURE__ */ route<MoonpayEventBody, FundingEventReply>({
    name: 'funding.moonpayEvent',
    method: 'POST',
    path: '/api/v1/apps/{id}/funding/webhooks/moonpay',
    auth: 'none',
    retry: 'never',
    origin: 'any',
    codes: eventCodes,
    summary: 'Takes an event of MoonPay, signed by the webhook key of its account.',
  }),
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
    'The same of its test mode, `pk_test_…`; null or absent: no one pays in test mode.',
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

/** Its fields of the settings of an app and of what clients are served. */
export const moonpaySchemas = () =>
  ({
    accounts: { moonpay: accountOf(moonpayRecord.name, account()) },
    accountInputs: { moonpay: accountOf(moonpayRecord.name, v.partial(account())) },
    services: {
      moonpay: v.optional(
        v.object({
          api_url: about("Root of MoonPay's API, where a purchase is asked about.", url()),
          public_key: v.nullable(v.string()),
          test_public_key: v.nullable(v.string()),
        }),
      ),
    },
  }) satisfies OnRampSchemas<'moonpay'>;
