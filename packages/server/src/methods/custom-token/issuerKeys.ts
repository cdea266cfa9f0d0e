import { fail } from '@latchkey/wire';
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Outbound } from '../../outbound/index.ts';
import type { World } from '../../world.ts';

/** A key set is asked for again after this, and, for a key that it does not have, after `cooldownMs`. */
const freshMs = 10 * 60_000;
/** However often someone sends tokens of keys that do not exist, an issuer is asked no more than this often. */
const cooldownMs = 30_000;
/** An issuer that does not answer costs no one the login, unless it is silent for so long. */
const mostStaleMs = 60 * 60_000;
/** A set of some dozen keys; more is no key set of a sign-in, and would be parsed at every login. */
const mostBytes = 64 * 1024;
const mostKeys = 100;
const timeoutMs = 5_000;

interface KeySet {
  readonly find: JWTVerifyGetKey;
  readonly readAtMs: number;
}

/** The party that chose an address. */
type Whose = 'operator' | 'provider';

/** The public keys of other sign-ins, by the address that an operator pinned or that their provider named. */
export interface IssuerKeys {
  /**
   * Gives what finds the key of a token in the set of an address.
   * @param whose `operator` for an address of the app's settings, `provider` for one that a provider named
   * @throws ServiceError `service_unavailable` where the set cannot be had: the token was not judged
   */
  of(url: string, whose: Whose): JWTVerifyGetKey;
}

/** Makes the keys of issuers: kept by this process alone, because each can ask for itself. */
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

  /** Asks the issuer, unless it was asked a moment ago; all who ask meanwhile have the one answer. */
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
        // The issuer may have rotated its keys since.
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
