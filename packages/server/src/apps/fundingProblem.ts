import type { AppSettings } from '@latchkey/wire';
import type { Problem } from '../http/index.ts';

/**
 * What is wrong with how an app's wallets are paid for, or null: in development apps share the sandbox's accounts, in
 * production each provider that is offered needs an account of the app's own.
 */
export function fundingProblem(
  { fiat_on_ramp_enabled, funding_config, funding_providers }: AppSettings,
  production: boolean,
): Problem | null {
  if (!production || !fiat_on_ramp_enabled || funding_config === null) return null;
  const { methods } = funding_config;
  if (methods.includes('moonpay') && !funding_providers.moonpay) {
    return {
      field: 'funding_providers.moonpay',
      problem:
        'is missing; the method moonpay needs an account there, whose key is the secret moonpay of the app',
    };
  }
  return methods.includes('coinbase-onramp') && !funding_providers.coinbase
    ? {
        field: 'funding_providers.coinbase',
        problem:
          'is missing; the method coinbase-onramp needs a project there, whose key is the secret coinbase of the app',
      }
    : null;
}
