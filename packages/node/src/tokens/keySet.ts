import { fail, keySetRoutes, pathOf } from '@latchkey/wire';
import { type CryptoKey, importJWK } from 'jose';
import type { GetPlace, Place } from '../place.ts';

/** The app's public keys and issuer. */
export interface KeySet {
  /**
   * @returns null if the app has no such key
   * @throws ServiceError `service_unavailable` if no keys could be fetched in the last 24 hours
   */
  find(kid: string): Promise<CryptoKey | null>;
  /**
   * Returns the `iss` of the app's tokens from the last answer, or the service's address if it named none.
   *
   * @param found the token's issuer; if it differs, the app's may have changed since, so the keys are fetched again
   *   unless a request has just ended
   */
  issuerFor(found: unknown): Promise<string>;
}

/** Age at which the keys are fetched again. An answer replaces all keys, so a retired one is dropped. */
const freshMs = 10 * 60_000;
/**
 * Time to the next request after one that succeeded, whatever tokens arrive. An attacker's forged key ids must not
 * make this back end flood the service.
 */
const cooldownMs = 30_000;
/** Time to the next request after one that failed. */
const failureCooldownMs = 5_000;
/**
 * Time for which the last keys stay valid while the service does not answer, so that unexpired tokens are still
 * accepted.
 */
const longestStaleMs = 24 * 60 * 60_000;
const timeoutMs = 5_000;
const mostKeys = 20;

/** Creates the cache of an app's public keys (RFC 7517). */
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

  /**
   * Runs one request at a time. Ignores its failure.
   *
   * @throws ServiceError for options of the client
   */
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

/** Imports the P-256 keys with an id from the first 20 keys of a set, and skips keys of other types. */
async function importKeys(json: unknown): Promise<Map<string, CryptoKey>> {
  const listed = (json as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(listed)) throw new Error('The keys of the app are no key set.');
  const imported = new Map<string, CryptoKey>();
  for (const entry of listed.slice(0, mostKeys) as Record<string, unknown>[]) {
    const { kty, crv, x, y, kid } = entry ?? {};
    if (kty !== 'EC' || crv !== 'P-256' || typeof kid !== 'string') continue;
    // Without other members of the key, such as `alg` and `d`.
    const key = await importJWK({ kty, crv, x: String(x), y: String(y) }, 'ES256');
    if (!(key instanceof Uint8Array)) imported.set(kid, key);
  }
  return imported;
}
