import type { AppSettings } from '@latchkey/wire';
import type { Problem } from '../http/index.ts';
import type { OutboundAllow } from '../outbound/index.ts';
import { originProblem } from './origins.ts';

/** The app itself, and where the service and its hosted pages are. */
export interface OwnPlaces {
  readonly id?: string | undefined;
  readonly origins?: readonly (string | null)[];
  /** Addresses of the operator's own network that may be called. */
  readonly outboundAllow?: OutboundAllow | null;
}

const field = 'cross_app_requesters';

/**
 * What is wrong with the list of who may ask for the use of an app's wallets, or null. An origin there stands for all pages
 * under it, which see addresses and ask for signatures: none is named by a wildcard, in development neither.
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
    // Threat: the hosted pages and the service are trusted by every app; an answer there would reach another one.
    if (own.origins?.includes(name))
      return { field: place, problem: 'is an address of this service, which is no requester' };
  }
  return null;
}
