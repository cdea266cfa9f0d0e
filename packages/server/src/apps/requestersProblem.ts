import type { AppSettings } from '@latchkey/wire';
import type { Problem } from '../http/index.ts';
import type { OutboundAllow } from '../outbound/index.ts';
import { originProblem } from './origins.ts';

export interface OwnPlaces {
  readonly id?: string | undefined;
  readonly origins?: readonly (string | null)[];
  /** Addresses of the operator's own network that may be called. */
  readonly outboundAllow?: OutboundAllow | null;
}

const field = 'cross_app_requesters';

/**
 * Returns the problem with an app's list of requesters, or null. An origin stands for all its pages, which see
 * addresses and may request signatures, so wildcards are refused in development too.
 */
export function requestersProblem(
  settings: AppSettings,
  production: boolean,
  own: OwnPlaces,
): Problem | null {
  const seen = new Set<string>();
  for (const [index, entry] of settings.cross_app_requesters.entries()) {
    const name = 'app_id' in entry ? entry.app_id : entry.origin;
    const place = `${field}.${index}.${'app_id' in entry ? 'app_id' : 'origin'}`;
    if (name === own.id) return { field: place, problem: 'is the app itself' };
    if (seen.has(name)) return { field: place, problem: 'is on the list already' };
    seen.add(name);
    if ('app_id' in entry) continue;
    const problem = name.includes('*') ? 'must not hold a *' : originProblem(name, production);
    if (problem) return { field: place, problem };
    // Every app trusts the hosted pages and the service. An answer sent there could reach another app.
    if (own.origins?.includes(name))
      return { field: place, problem: 'is an address of this service, which is no requester' };
  }
  return null;
}
