import { type AppSettings, fundingProviders, onRamps } from '@latchkey/wire';
import type { Problem } from '../http/index.ts';

/**
 * Returns the problem with an app's funding settings, or null. In production each offered on-ramp needs an account of
 * the app's own; in development apps share the sandbox's accounts.
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
