import { fail } from '@latchkey/wire';
import type { Discovered } from '../discovery.ts';
import { fieldsOf, type ProviderRecord, subjectOf, textOf, verifiedEmailOf } from '../record.ts';

/**
 * Creates the record of an OpenID Connect provider that an operator names by its issuer. Its endpoints come from its
 * own configuration (OpenID Connect Discovery 1.0 §4), and its claims are the standard ones (Core 1.0 §5.1).
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
    // Some providers return these claims only from the user info endpoint (Core 1.0 §5.4).
    const told = isThin && endpoints.userinfo ? fieldsOf(await request(endpoints.userinfo)) : claims;
    // A provider could return the profile of another user, so the subject must match the verified id token (§5.3.2).
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
