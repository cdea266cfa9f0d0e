import { fail, keySetRoutes, pathOf } from '@latchkey/wire';
import { type CryptoKey, importJWK } from 'jose';
import type { GetPlace, Place } from '../place.ts';

/** The app's public keys, and what the service says beside them. */
export interface KeySet {
  /**
   * @returns null when the app has no such key
   * @throws ServiceError `service_unavailable` when no keys are known and none can be had
   */
  find(kid: string): Promise<CryptoKey | null>;
  /**
   * The `iss` of the app's tokens, as of the last answer; the service's address where it named none.
   *
   * @param found what a token says: another issuer may be one that was set since, so that the service is asked again
   */
  issuerFor(found: unknown): Promise<string>;
}

/** After this the keys are asked for again; one that was retired is forgotten then. */
const freshMs = 10 * 60_000;
/** Time between two requests, whatever tokens arrive: forged key ids must not make this back end hammer the service. */
const cooldownMs = 30_000;
/** The same after a request that failed. */
const failureCooldownMs = 5_000;
/** While the service is away the last keys stay good this long: its outage logs no user out of this back end. */
const longestStaleMs = 24 * 60 * 60_000;
const timeoutMs = 5_000;
const mostKeys = 20;

/** Keeps the public keys of an app (RFC 7517). */
export function createKeySet(options: {
  getPlace: GetPlace;
  fetch: typeof fetch;
  now: () => number;
}): KeySet {
  const { getPlace, now } = options;
  let keys = new Map<string, CryptoKey>();
  let issuer: string | null = null;
  let fetchedAtMs = Number.NEGATIVE_INFINITY;
  let nextTryAtMs = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;

  async function load({ apiUrl, appId }: Place): Promise<void> {
    const response = await options.fetch(apiUrl + pathOf(keySetRoutes.get.path, { id: appId }), {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`The keys of the app were answered ${response.status}`);
    const json: unknown = await response.json();
    keys = await importKeys(json);
    const named = (json as { issuer?: unknown }).issuer;
    issuer = typeof named === 'string' ? named : null;
    fetchedAtMs = now();
  }

  /** One request at a time; never rejects. @throws ServiceError for options of the client */
  function refresh(): Promise<void> {
    const place = getPlace();
    if (refreshing) return refreshing;
    if (now() < nextTryAtMs) return Promise.resolve();
    refreshing = load(place)
      .then(
        () => cooldownMs,
        () => failureCooldownMs,
      )
      .then((waitMs) => {
        nextTryAtMs = now() + waitMs;
        refreshing = null;
      });
    return refreshing;
  }

  return {
    async find(kid) {
      const isFresh = now() - fetchedAtMs < freshMs;
      if (!isFresh || !keys.has(kid)) await refresh();
      if (now() - fetchedAtMs >= longestStaleMs) fail('service_unavailable');
      return keys.get(kid) ?? null;
    },
    async issuerFor(found) {
      const known = () => issuer ?? getPlace().apiUrl;
      if (found !== known()) await refresh();
      return known();
    },
  };
}

/** The P-256 keys of a set that say their id; all else is passed over. */
async function importKeys(json: unknown): Promise<Map<string, CryptoKey>> {
  const listed = (json as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(listed)) throw new Error('The keys of the app are no key set.');
  const imported = new Map<string, CryptoKey>();
  for (const entry of listed.slice(0, mostKeys) as Record<string, unknown>[]) {
    const { kty, crv, x, y, kid } = entry ?? {};
    if (kty !== 'EC' || crv !== 'P-256' || typeof kid !== 'string') continue;
    // Only the public members: whatever else stands there decides nothing.
    const key = await importJWK({ kty, crv, x: String(x), y: String(y) }, 'ES256');
    if (!(key instanceof Uint8Array)) imported.set(kid, key);
  }
  return imported;
}
