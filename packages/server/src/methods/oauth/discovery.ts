import { fail } from '@latchkey/wire';
import { type Outbound, urlProblem } from '../../outbound/index.ts';
import type { World } from '../../world.ts';
import type { CallProvider } from './createProviderClient.ts';
import { type ClientProof, type Endpoints, fieldsOf } from './record.ts';

/** A configuration is read again after this, and after a failure not before `cooldownMs`. */
const freshMs = 10 * 60_000;
const cooldownMs = 30_000;

/** What a provider says of itself. */
export interface Discovered {
  readonly endpoints: Endpoints;
  readonly clientProof: ClientProof;
}

/** Where the parts of a provider are that an operator named. */
export interface Discovery {
  /**
   * Reads a provider's configuration (OpenID Connect Discovery 1.0 §4), kept for ten minutes.
   * @throws ServiceError `unknown_auth_error` where it does not answer, `oauth_unexpected` where it is another's or broken
   */
  find(issuer: string, request: CallProvider): Promise<Discovered>;
}

/** Makes the discovery: kept by this process alone, because each can ask for itself. */
export function createDiscovery(
  { clock }: Pick<World, 'clock'>,
  { outbound }: { outbound: Outbound },
): Discovery {
  const asked = new Map<string, { atMs: number; answer: Promise<Discovered>; hasFailed: boolean }>();

  async function read(issuer: string, request: CallProvider): Promise<Discovered> {
    const { ok, json } = await request({
      url: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    });
    const found = fieldsOf(json);
    // Another's configuration would send the codes of this one's people there (§4.3).
    if (!ok || found.issuer !== issuer) fail('oauth_unexpected');
    const addressOf = (name: string): string => {
      const address = found[name];
      const isGood = typeof address === 'string' && urlProblem(address, outbound.rule) === null;
      return isGood ? address : fail('oauth_unexpected');
    };
    const proofs = found.token_endpoint_auth_methods_supported;
    return {
      endpoints: {
        authorize: addressOf('authorization_endpoint'),
        token: addressOf('token_endpoint'),
        identity: { issuer, keySet: addressOf('jwks_uri') },
        ...(found.userinfo_endpoint === undefined ? {} : { userinfo: addressOf('userinfo_endpoint') }),
        namesIssuer: found.authorization_response_iss_parameter_supported === true,
      },
      // Without a word of it, it is Basic (Discovery §3).
      clientProof: Array.isArray(proofs) && !proofs.includes('client_secret_basic') ? 'form' : 'basic',
    };
  }

  return {
    find(issuer, request) {
      const last = asked.get(issuer);
      const ageMs = last ? clock.now() - last.atMs : Number.POSITIVE_INFINITY;
      if (last && ageMs < (last.hasFailed ? cooldownMs : freshMs)) return last.answer;
      const entry = { atMs: clock.now(), answer: read(issuer, request), hasFailed: false };
      entry.answer.catch(() => {
        entry.hasFailed = true;
      });
      asked.set(issuer, entry);
      return entry.answer;
    },
  };
}
