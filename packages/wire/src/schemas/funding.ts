import * as v from 'valibot';
import { about } from '../about.ts';
import { coinbaseBlockchains } from '../chains/index.ts';
import {
  type CoinbaseAsset,
  type CoinbaseBlockchain,
  coinbaseAssets,
  fundingEntryStatuses,
  fundingProviders,
  moonpayCodes,
  moonpayPaymentMethods,
} from '../funding.ts';

const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
const url = () => text(2_048);
/** What a provider says beside what is asked: never refused for its shape, because it is not the sender's to mend. */
const said = () => v.optional(v.nullable(v.string()));

const ethereumAddress = /^0x[0-9a-fA-F]{40}$/;
const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const address = () =>
  about(
    'The wallet that is funded: an address of Ethereum, or of Solana in base 58.',
    v.pipe(
      v.string(),
      v.check(
        (value) => ethereumAddress.test(value) || solanaAddress.test(value),
        'must be an address of Ethereum or Solana',
      ),
    ),
  );
const misfit = 'must be an address of the network that the coin is bought on';
const fits = (address: string, isSolana: boolean) => solanaAddress.test(address) === isSolana;

export const signMoonpayBodySchema = v.pipe(
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
        v.optional(text(320)),
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
export type SignMoonpayBody = v.InferInput<typeof signMoonpayBodySchema>;

export const signMoonpayReplySchema = v.object({
  signedUrl: about("Address of MoonPay's page, good for this purchase alone.", v.string()),
  externalTransactionId: about('Names the purchase: what its status is asked by.', v.string()),
});
export type SignMoonpayReply = v.InferOutput<typeof signMoonpayReplySchema>;

const blockchains = [
  ...Object.values(coinbaseBlockchains),
  'solana',
] as const satisfies readonly CoinbaseBlockchain[];

export const initCoinbaseBodySchema = v.object({
  addresses: about(
    'Exactly one wallet, with the networks that it is funded on.',
    v.pipe(
      v.array(
        v.pipe(
          v.object({
            address: address(),
            blockchains: v.pipe(v.array(v.picklist(blockchains)), v.minLength(1), v.maxLength(9)),
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

export const initCoinbaseReplySchema = v.object({
  app_id: about("The app's project at Coinbase.", v.string()),
  session_token: about("Goes into the address of Coinbase's page; good once.", v.string()),
  channel_id: v.string(),
  partner_user_id: about('Names the purchase: what its status is asked by.', v.string()),
});
export type InitCoinbaseReply = v.InferOutput<typeof initCoinbaseReplySchema>;

export const coinbaseStatusQuerySchema = v.object({
  partnerUserId: about('As the answer that opened the session has it.', v.pipe(text(64), v.minLength(1))),
});
export type CoinbaseStatusQuery = v.InferInput<typeof coinbaseStatusQuerySchema>;
export const coinbaseStatusReplySchema = v.object({
  status: v.picklist(['pending', 'success', 'failure']),
});
export type CoinbaseStatusReply = v.InferOutput<typeof coinbaseStatusReplySchema>;

const unixMs = () => v.pipe(v.number(), v.integer());

export const fundingEntrySchema = v.object({
  id: about('`externalTransactionId` of MoonPay, `partner_user_id` of Coinbase.', v.string()),
  provider: v.picklist(fundingProviders),
  address: v.string(),
  caip2: about('The network, such as `eip155:8453`.', v.string()),
  asset: about('Symbol of the coin that is bought.', v.string()),
  amount: about(
    'What was asked for, a decimal number as text; null where nothing was.',
    v.nullable(v.string()),
  ),
  status: v.picklist(fundingEntryStatuses),
  is_test: about("Whether it is of a provider's test mode.", v.boolean()),
  transaction_hash: v.nullable(v.string()),
  created_at: about('Unix milliseconds.', unixMs()),
  updated_at: about('Unix milliseconds.', unixMs()),
});
export type FundingEntry = v.InferOutput<typeof fundingEntrySchema>;
export const fundingListReplySchema = v.object({ fundings: v.array(fundingEntrySchema) });
export type FundingListReply = v.InferOutput<typeof fundingListReplySchema>;

/** An event of MoonPay, as far as it is read. https://dev.moonpay.com/reference/reference-webhooks-overview */
export const moonpayEventBodySchema = v.looseObject({
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
export type MoonpayEventBody = v.InferInput<typeof moonpayEventBodySchema>;

/** An event of Coinbase Onramp, likewise. https://docs.cdp.coinbase.com/onramp/core-features/webhooks */
export const coinbaseEventBodySchema = v.looseObject({
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
export type CoinbaseEventBody = v.InferInput<typeof coinbaseEventBodySchema>;
export const fundingEventReplySchema = v.object({});
export type FundingEventReply = v.InferOutput<typeof fundingEventReplySchema>;

/** What clients are told of where funding happens, with an app that has it on. */
export const fundingServicesSchema = v.object({
  moonpay: v.optional(
    v.object({
      api_url: about("Root of MoonPay's API, where a purchase is asked about.", url()),
      public_key: v.nullable(v.string()),
      test_public_key: v.nullable(v.string()),
    }),
  ),
  coinbase_pay_url: about("Address of Coinbase's page.", v.optional(url())),
  quotes_url: about(
    'Root of the service that quotes transfers between networks; null where there are none.',
    v.nullable(url()),
  ),
  quotes_test_url: about('The same for test networks.', v.nullable(url())),
  quote_deposits: about(
    'Contracts that deposits of quotes may go to, by chain id; on other chains a simulation must show what leaves the wallet.',
    v.optional(v.record(v.string(), v.array(v.string()))),
  ),
  connected_wallets: about(
    'Whether providers also fund addresses that are no account of the user.',
    v.optional(v.boolean()),
  ),
  stands_for: about(
    'Development only: chains that count as others, by their ids.',
    v.optional(v.record(v.string(), v.number())),
  ),
});

const livePublicKey = () =>
  about(
    "The app's publishable key at MoonPay, `pk_live_…`.",
    v.pipe(
      text(200),
      v.regex(/^pk_live_\w+$/, "must be MoonPay's publishable live key, which begins with pk_live_"),
    ),
  );
const testPublicKey = () =>
  about(
    'The same of its test mode, `pk_test_…`; null or absent: no one pays in test mode.',
    v.optional(
      v.nullable(
        v.pipe(
          text(200),
          v.regex(/^pk_test_\w+$/, "must be MoonPay's publishable test key, which begins with pk_test_"),
        ),
      ),
    ),
  );
const projectId = () => about("The app's project id at Coinbase.", v.pipe(text(64), v.minLength(1)));
const keyName = () =>
  about(
    "Name or id of the project's secret API key, whose private half is the app's secret `coinbase`.",
    v.pipe(text(200), v.minLength(1)),
  );

const moonpayProviderSchema = v.strictObject({
  public_key: livePublicKey(),
  test_public_key: testPublicKey(),
});
const coinbaseProviderSchema = v.strictObject({ project_id: projectId(), key_name: keyName() });
/** `null` takes an account away: a change that does not name it leaves it. */
const accountOrNone = <Schema extends v.GenericSchema>(what: string, schema: Schema) =>
  about(`The app's account at ${what}; null takes it away.`, v.optional(v.nullable(schema)));

/** An app's accounts at the providers. Their secrets are set apart, sealed (`moonpay`, `coinbase` and so on). */
export const fundingAccountsSchema = v.strictObject({
  moonpay: accountOrNone('MoonPay', moonpayProviderSchema),
  coinbase: accountOrNone('Coinbase', coinbaseProviderSchema),
});
/** As an operator changes them. */
export const fundingAccountsInputSchema = v.strictObject({
  moonpay: accountOrNone('MoonPay', v.partial(moonpayProviderSchema)),
  coinbase: accountOrNone('Coinbase', v.partial(coinbaseProviderSchema)),
});
