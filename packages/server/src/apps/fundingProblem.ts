import { type AppSettings, fundingProviders, onRamps } from '@latchkey/wire';
import type { Problem } from '../http/index.ts';

/**
 * Returns what is wrong with how an app's wallets are paid for, or null: in development apps share the sandbox's accounts, in
 * production each on-ramp that is offered needs an account of the app's own.
 */
export function fundingProblem(
  { fiat_on_ramp_enabled, funding_config, funding_providers }: AppSettings,
  production: boolean,
): Problem | null {
  if (!production || !fiat_on_ramp_enabled || funding_config === null) return null;
  const { methods } = funding_config;
  const lacking = fundingProviders.find(
    (provider) => methods.includes(provider) && !funding_providers[onRamps[provider].account],
  );
  if (!lacking) return null;
  const { account, accountNoun, secrets } = onRamps[lacking];
  return {
    field: `funding_providers.${account}`,
    problem: `is missing; the method ${lacking} needs ${accountNoun} there, whose key is the secret ${secrets[0]} of the app`,
  };
}
