import type { AppConfig, AppSettings, fundingMethods } from '@latchkey/wire';
import type { Config } from '../configShape.ts';
import { coinbaseHosts, moonpayHosts } from '../fundingHosts.ts';

/** What of the configuration clients are told, where funding is on. */
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

/** What published clients read in place of a method. They know no other network and no manual transfer. */
const optionsOf: Readonly<
  Record<(typeof fundingMethods)[number], readonly { method: string; provider: string }[]>
> = {
  moonpay: [{ method: 'card', provider: 'moonpay' }],
  'coinbase-onramp': [
    { method: 'card', provider: 'coinbase' },
    { method: 'exchange', provider: 'coinbase' },
  ],
  external: [{ method: 'wallets', provider: 'external' }],
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
  const given = funding.options.length > 0 ? funding.options : methods.flatMap((method) => optionsOf[method]);
  const options = given.filter(({ method }) => isPaid || (method !== 'card' && method !== 'exchange'));
  return {
    funding_config: { ...funding, methods, options },
    funding_services: {
      ...(methods.includes('moonpay') ? toMoonpay(settings, facts) : {}),
      ...(methods.includes('coinbase-onramp') ? { coinbase_pay_url: coinbaseHosts(facts).page } : {}),
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
