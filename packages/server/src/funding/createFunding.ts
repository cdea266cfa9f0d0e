import { fail, fundingRoutes } from '@latchkey/wire';
import type { Feature } from '../feature.ts';
import { implement } from '../http/index.ts';

/** Makes the funding room, whose providers are not built yet: every route answers `not_supported`. */
export function createFunding(): Feature {
  const refuse = async (): Promise<never> => fail('not_supported');
  return {
    routes: [
      implement(fundingRoutes.signMoonpay, refuse),
      implement(fundingRoutes.initCoinbase, refuse),
      implement(fundingRoutes.coinbaseStatus, refuse),
      implement(fundingRoutes.list, refuse),
      implement(fundingRoutes.moonpayEvent, refuse),
      implement(fundingRoutes.coinbaseEvent, refuse),
    ],
  };
}
