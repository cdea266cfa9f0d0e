import { fail, type OnRampWay } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { FundingRequest } from '../funding.ts';
import { leadPopup } from './leadPopup.ts';
import type { FollowedPurchase, FollowOptions, OnRamp, PurchaseEnd, StartedPurchase } from './onRamp.ts';
import { onRampsByProvider } from './onRamps.ts';

const getOnRamp = (way: OnRampWay): OnRamp =>
  Object.values(onRampsByProvider).find((one) => one.way === way) ??
  fail('not_supported', { details: { reason: 'payment_off' } });

/**
 * Starts a purchase at an on-ramp and stores it before its page opens. Opens the page in the popup, and closes the
 * popup on failure.
 *
 * @param input.popup opened in a click handler. @default the caller opens the returned URL
 * @throws ServiceError `wallet_not_linked`, `not_supported`, `unsupported_chain_id`, the route's errors and network
 *   errors
 */
export function startPurchase(
  client: LatchkeyClient,
  {
    way,
    request,
    popup,
  }: { readonly way: OnRampWay; readonly request: FundingRequest; readonly popup?: Window },
): Promise<StartedPurchase> {
  const start = () => getOnRamp(way).start(client, request);
  return popup ? leadPopup(popup, start) : start();
}

/**
 * Follows a purchase until it ends, its popup looks closed, the time is over, or its status cannot be read. If it has
 * not ended, it may still continue, and `followFundings` reports it.
 */
export const watchPurchase = (
  client: LatchkeyClient,
  { way, ...purchase }: FollowedPurchase & { readonly way: OnRampWay },
  options: FollowOptions = {},
): Promise<PurchaseEnd> => getOnRamp(way).watch(client, purchase, options);
