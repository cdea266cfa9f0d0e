/** The on-ramps: one line each, exactly the providers of the wire protocol. */
import type { FundingProvider } from '@latchkey/wire';
import { coinbaseOnRamp } from './coinbase/coinbaseOnRamp.ts';
import { moonpayOnRamp } from './moonpay/moonpayOnRamp.ts';
import type { OnRamp } from './onRamp.ts';

export const onRampsByProvider: Readonly<Record<FundingProvider, OnRamp>> = {
  moonpay: moonpayOnRamp,
  'coinbase-onramp': coinbaseOnRamp,
};
