import { fail } from '@latchkey/wire';
import { type Outbound, urlProblem } from '../../outbound/index.ts';
import type { World } from '../../world.ts';
import type { CallProvider } from './createProviderClient.ts';
import { type ClientProof, type Endpoints, fieldsOf } from './record.ts';

/** Times after which a configuration is read again, in ms: after a success, and after a failure. */
const freshMs = 10 * 60_000;
const cooldownMs = 30_000;

export interface Discovered {
  readonly endpoints: Endpoints;
  readonly clientProof: ClientProof;
}

export interface Discovery {
  /**
   * Reads a provider's configuration (OpenID Connect Discovery 1.0 §4) and caches it for ten minutes, a failure for
   * 30 seconds.
   * @throws ServiceError the codes of `createProviderClient`; `oauth_unexpected` also if the configuration is
   *   invalid or another issuer's
   */
  find(issuer: string, request: CallProvider): Promise<Discovered>;
}

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
    // A configuration that names another issuer could send this issuer's users and codes to the other one (§4.3).
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
      // The default is Basic (Discovery §3).
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
