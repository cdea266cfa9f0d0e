import { perMinute } from '../limitKinds.ts';

/** Limits of a route that starts a purchase. */
export const purchaseCalls = { network: perMinute(120), sessionInProcess: perMinute(10) } as const;

/**
 * Limits of a route that returns the status of a purchase. Each tab polls 40 times a minute; only some polls reach
 * the provider.
 */
export const statusCalls = { network: perMinute(1_200), sessionInProcess: perMinute(120) } as const;

/** Limits of a route that receives a provider's events, all of which come from a few addresses. */
export const eventCalls = {
  network: perMinute(3_000),
  app: perMinute(60_000),
  networkInBusyApp: perMinute(600),
} as const;
