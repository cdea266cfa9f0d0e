/** Registry of on-ramps, one line each, in the order in which users see them after the preferred one. */
import type { FundingProvider } from '@latchkey/wire';
import { coinbaseOnRamp } from './coinbaseOnRamp.ts';
import { moonpayOnRamp } from './moonpayOnRamp.ts';
import type { OnRamp } from './onRamp.ts';

export const onRampsByProvider: Readonly<Record<FundingProvider, OnRamp>> = {
  moonpay: moonpayOnRamp,
  'coinbase-onramp': coinbaseOnRamp,
};
