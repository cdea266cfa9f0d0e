import { type RouteFacts, rateLimitsOf } from '@latchkey/wire';
import type { World } from '../../world.ts';
import { createBuckets, rate, refuse } from './buckets.ts';

/**
 * Counts a call.
 * @throws ServiceError `too_many_requests` with `retry_after_s` if the network has used up its calls, or its share
 *   of a busy app
 */
export type TakeCall = (routeName: RouteFacts['name'], network: string, appId: string | null) => void;

/**
 * Creates the limiter by network and app (wire/src/rateLimits.ts). Its buckets refill evenly and are in this
 * process's memory, because they only stop floods.
 */
export function createRateLimiter(world: Pick<World, 'clock' | 'workers'>): TakeCall {
  const networks = createBuckets(world, 'networks');
  const apps = createBuckets(world, 'apps');

  return (routeName, network, appId) => {
    const limits = rateLimitsOf(routeName);
    if (!limits?.network) return;
    const key = `${routeName} ${network}`;
    const left = networks.take(key, limits.network);
    if (left < 1) refuse((1 - left) / rate(limits.network));
    const { app, networkInBusyApp } = limits;
    if (appId === null || !app || !networkInBusyApp) return;
    if (apps.take(`${routeName} ${appId}`, app) >= 1) return;
    // A busy app stays open to networks that have hardly called yet.
    const over = limits.network.calls - left - networkInBusyApp.calls;
    if (over >= 0) refuse((over + 1) / rate(limits.network));
  };
}
