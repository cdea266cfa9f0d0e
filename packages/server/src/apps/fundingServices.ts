import {
  type AppConfig,
  type AppSettings,
  type FundingProvider,
  type FundingServices,
  type fundingMethods,
  fundingProviders,
  onRamps,
} from '@latchkey/wire';
import type { Config } from '../configShape.ts';

/** Facts about the deployment from which clients' funding settings are made. */
export interface FundingFacts
  extends Pick<Config, 'production' | 'quoteDeposits' | 'quotesTestUrl' | 'quotesUrl'> {
  toOnRampServices(provider: FundingProvider, settings: AppSettings): Partial<FundingServices>;
}

/** Returns the options that stand for a method in published clients, which do not read methods. */
const optionsOf = (method: (typeof fundingMethods)[number]) =>
  method === 'external' ? [{ method: 'wallets', provider: 'external' }] : onRamps[method].options;

/** Development chains of `npm start`, mapped to the real chains whose coins and codes they use. */
const standsFor = { 31337: 1, 31338: 8453 } as const;

/**
 * Returns the ways to fund a wallet and the services that clients use for them; nothing without a `funding_config`.
 * If payments are turned off, on-ramps are left out, so a page offers only what the service accepts.
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
      ...Object.assign({}, ...offered.map((provider) => facts.toOnRampServices(provider, settings))),
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
