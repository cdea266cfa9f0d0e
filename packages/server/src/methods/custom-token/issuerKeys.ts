import { fail } from '@latchkey/wire';
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Outbound } from '../../outbound/index.ts';
import type { World } from '../../world.ts';

/**
 * Time after which a key set is fetched again, in ms. A set that lacks a token's key is fetched earlier, but not within
 * `cooldownMs` of the last request.
 */
const freshMs = 10 * 60_000;
/**
 * Shortest time between two requests of a process for a key set, in ms. An attacker who sends tokens with made-up key
 * ids could otherwise have this service flood the issuer.
 */
const cooldownMs = 30_000;
/** Time for which a key set stays usable if its issuer does not answer, in ms. */
const mostStaleMs = 60 * 60_000;
/** Limits of a key set. A huge one would fill the memory and slow down logins. */
const mostBytes = 64 * 1024;
const mostKeys = 100;
const timeoutMs = 5_000;

interface KeySet {
  readonly find: JWTVerifyGetKey;
  readonly readAtMs: number;
}

type Whose = 'operator' | 'provider';

/** Public keys of other sign-ins, by the address of their key set. */
export interface IssuerKeys {
  /**
   * Returns a function that finds the key of a token in the key set at an address.
   *
   * @param whose `operator` for an address from the app's settings, `provider` for the address of a social provider
   * @throws (the returned function) ServiceError `service_unavailable` if the key set cannot be fetched and none that
   *   is younger than an hour is stored; an error of jose if the key set has no such key
   */
  of(url: string, whose: Whose): JWTVerifyGetKey;
}

export function createIssuerKeys(
  { clock, log }: Pick<World, 'clock' | 'log'>,
  { outbound }: { outbound: Outbound },
): IssuerKeys {
  const sets = new Map<string, KeySet>();
  const asked = new Map<string, { atMs: number; answer: Promise<KeySet | null> }>();

  async function request(url: string, whose: Whose): Promise<KeySet | null> {
    const { answer, failure } = await outbound.send(url, {
      method: 'GET',
      headers: { accept: 'application/json' },
      maxBytes: mostBytes,
      timeoutMs,
      isOfOperator: whose === 'operator',
    });
    const find = answer?.status === 200 ? readKeySet(answer.body) : null;
    if (!find) {
      log.warn(
        { failure: failure ?? `status ${answer?.status}` },
        'the key set of an issuer could not be read',
      );
      return null;
    }
    const set = { find, readAtMs: clock.now() };
    sets.set(`${whose} ${url}`, set);
    return set;
  }

  /** Fetches the key set, unless it was requested within `cooldownMs`. Concurrent callers share one request. */
  function renew(url: string, whose: Whose): Promise<KeySet | null> {
    const name = `${whose} ${url}`;
    const last = asked.get(name);
    if (last && clock.now() - last.atMs < cooldownMs) return last.answer;
    const answer = request(url, whose);
    asked.set(name, { atMs: clock.now(), answer });
    return answer;
  }

  return {
    of: (url, whose) => async (header, token) => {
      const kept = sets.get(`${whose} ${url}`);
      const ageMs = kept ? clock.now() - kept.readAtMs : Number.POSITIVE_INFINITY;
      const usable = kept && ageMs < mostStaleMs ? kept : null;
      const set =
        (ageMs < freshMs ? usable : await renew(url, whose)) ?? usable ?? fail('service_unavailable');
      try {
        return await set.find(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        // The issuer may have rotated its keys since the set was fetched.
        const renewed = await renew(url, whose);
        if (!renewed || renewed === set) throw error;
        return renewed.find(header, token);
      }
    },
  };
}

function readKeySet(body: Uint8Array): JWTVerifyGetKey | null {
  try {
    const set = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return set.keys.length <= mostKeys ? createLocalJWKSet(set) : null;
  } catch {
    return null;
  }
}
