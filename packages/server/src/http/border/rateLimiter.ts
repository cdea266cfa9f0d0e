import { type RouteFacts, rateLimitsOf } from '@latchkey/wire';
import type { Clock } from '../../world.ts';
import { createBuckets, rate, refuse } from './buckets.ts';

/**
 * Counts a call.
 * @throws ServiceError `too_many_requests` with `retry_after_s` when the network, or its share of a busy app, is used up
 */
export type TakeCall = (routeName: RouteFacts['name'], network: string, appId: string | null) => void;

/**
 * Makes the limiter of networks and apps (wire/src/rateLimits.ts): buckets that fill up again evenly, in this
 * process's memory, because they hold off floods and nothing more. Limits that protect people stand in the database.
 */
export function createRateLimiter(clock: Clock): TakeCall {
  const networks = createBuckets(clock);
  const apps = createBuckets(clock);

  return (routeName, network, appId) => {
    const limits = rateLimitsOf(routeName);
    if (!limits?.network) return;
    const key = `${routeName} ${network}`;
    const left = networks.take(key, limits.network);
    if (left < 1) refuse((1 - left) / rate(limits.network));
    const { app, networkInBusyApp } = limits;
    if (appId === null || !app || !networkInBusyApp) return;
    if (apps.take(`${routeName} ${appId}`, app) >= 1) return;
    // A full app must not become a closed one: anyone who has hardly called yet is let through.
    const over = limits.network.calls - left - networkInBusyApp.calls;
    if (over >= 0) refuse((over + 1) / rate(limits.network));
  };
}
