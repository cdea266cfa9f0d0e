import { fail } from '@latchkey/wire';
import type { Discovered } from '../discovery.ts';
import { fieldsOf, type ProviderRecord, subjectOf, textOf, verifiedEmailOf } from '../record.ts';

/**
 * Any provider that speaks OpenID Connect and that an operator names by its issuer: where its parts are is read from its
 * own configuration (OpenID Connect Discovery 1.0 §4), its claims are the standard ones (Core 1.0 §5.1).
 */
export const createOidc = (name: string, { endpoints, clientProof }: Discovered): ProviderRecord => ({
  name,
  endpoints,
  clientProof,
  scopes: ['openid', 'email', 'profile'],
  usesPkce: true,
  usesNonce: true,
  async readAccount({ request, claims }) {
    const isThin = claims.email === undefined && claims.name === undefined;
    // Some tell what the scopes are for at another address alone (Core 1.0 §5.4).
    const told = isThin && endpoints.userinfo ? fieldsOf(await request(endpoints.userinfo)) : claims;
    // What is said there of another user is not this person's (§5.3.2).
    if (told.sub !== claims.sub) fail('oauth_unexpected');
    return {
      subject: subjectOf(claims.sub),
      details: {
        email: verifiedEmailOf(told.email, told.email_verified),
        name: textOf(told.name),
        username: textOf(told.preferred_username),
      },
    };
  },
});
