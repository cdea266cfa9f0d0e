/** Registry of on-ramps, with one line for each provider of the wire protocol. */
import type { AppSettings, FundingProvider, FundingServices } from '@latchkey/wire';
import type { World } from '../world.ts';
import { coinbaseOnRamp } from './coinbase/coinbaseOnRamp.ts';
import { moonpayOnRamp } from './moonpay/moonpayOnRamp.ts';
import type { OnRamp } from './onRamp.ts';

export const onRampsByProvider: Readonly<Record<FundingProvider, OnRamp>> = {
  moonpay: moonpayOnRamp,
  'coinbase-onramp': coinbaseOnRamp,
};

/** Creates the function that returns the settings an app's clients need to reach an on-ramp. */
export const createOnRampServices =
  ({ config }: Pick<World, 'config'>) =>
  (provider: FundingProvider, settings: AppSettings): Partial<FundingServices> =>
    onRampsByProvider[provider].toServices(settings, config);
