import {
  type AppConfig,
  type AppSettings,
  type FundingProvider,
  type fundingMethods,
  fundingProviders,
  onRamps,
} from '@latchkey/wire';
import type { Config } from '../configShape.ts';
import { coinbaseHosts, moonpayHosts } from '../fundingHosts.ts';

type FundingServices = NonNullable<AppConfig['funding_services']>;

/** Configuration that clients are told if funding is on. */
export type FundingFacts = Pick<
  Config,
  | 'coinbaseUrl'
  | 'moonpayUrl'
  | 'production'
  | 'quoteDeposits'
  | 'quotesTestUrl'
  | 'quotesUrl'
  | 'sharedFunding'
>;

/** Options that published clients read in place of a method. They know no other network and no manual transfer. */
const optionsOf = (method: (typeof fundingMethods)[number]) =>
  method === 'external' ? [{ method: 'wallets', provider: 'external' }] : onRamps[method].options;

/** Fields by which clients reach each on-ramp. */
const servicesOf: Readonly<
  Record<FundingProvider, (settings: AppSettings, facts: FundingFacts) => Partial<FundingServices>>
> = {
  moonpay: toMoonpay,
  'coinbase-onramp': (_settings, facts) => ({ coinbase_pay_url: coinbaseHosts(facts).page }),
};

/** Chains of `npm start`, and those whose coins and codes they count as. */
const standsFor = { 31337: 1, 31338: 8453 } as const;

/**
 * How wallets are funded, and whom clients ask for it; nothing where funding is off. Payments are not among it where they
 * are turned off, so that a page offers what the service takes.
 */
export function toFunding(
  settings: AppSettings,
  facts: FundingFacts,
): Pick<AppConfig, 'funding_config' | 'funding_services'> {
  const { fiat_on_ramp_enabled: isPaid, funding_config: funding } = settings;
  if (funding === null) return {};
  const methods = funding.methods.filter((method) => isPaid || method === 'external');
  const given =
    funding.options.length > 0 ? funding.options : methods.flatMap((method) => [...optionsOf(method)]);
  const options = given.filter(({ method }) => isPaid || (method !== 'card' && method !== 'exchange'));
  const offered = fundingProviders.filter((provider) => methods.includes(provider));
  return {
    funding_config: { ...funding, methods, options },
    funding_services: {
      ...Object.assign({}, ...offered.map((provider) => servicesOf[provider](settings, facts))),
      quotes_url: facts.quotesUrl,
      quotes_test_url: facts.quotesTestUrl,
      ...(facts.quoteDeposits.size > 0 ? { quote_deposits: toDeposits(facts) } : {}),
      ...(settings.fund_connected_wallets ? { connected_wallets: true } : {}),
      ...(facts.production ? {} : { stands_for: standsFor }),
    },
  };
}

const toDeposits = ({ quoteDeposits }: FundingFacts) =>
  Object.fromEntries([...quoteDeposits].map(([id, addresses]) => [String(id), [...addresses]]));

function toMoonpay({ funding_providers }: AppSettings, facts: FundingFacts) {
  const own = funding_providers.moonpay;
  const shared = facts.sharedFunding?.moonpay;
  const keys = own ?? (shared && { public_key: shared.publicKey, test_public_key: shared.testPublicKey });
  return {
    moonpay: {
      api_url: moonpayHosts(facts).api,
      public_key: keys?.public_key ?? null,
      test_public_key: keys?.test_public_key ?? null,
    },
  };
}
