/**
 * Serves the routes with which signed-in users read their account, accept terms, and list and end their sessions
 * (docs/wire/protocol.md §2.2). Owns no table. Uses `audit`, `crypto`, `sessions`, `users`, and `safeguards` for
 * notices about ended sessions.
 */
import { fail, meRoutes } from '@latchkey/wire';
import { type Implementation, implement } from '../http/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import { activeSessionImplementations, type SessionDeps } from './sessionRoutes.ts';

export function createAccount(
  world: World,
  deps: SessionDeps & { users: Users },
): { routes: Implementation[] } {
  const { sessions, users } = deps;
  return {
    routes: [
      ...activeSessionImplementations(world, deps),
      implement(meRoutes.getMe, async ({ app, caller }) => {
        const session = await sessions.authenticate(app, caller.bearer, { orHalfIn: true });
        // The user was deleted between the two lookups, so the token is no longer valid.
        const user = (await users.findWireUser(session)) ?? fail('missing_or_invalid_token');
        // If an app has its own address of the service, sessions that begin there keep the identity token in an
        // HttpOnly cookie, which an attacker's script in the page cannot read. The reply must not contain it then.
        const isKeptInCookie = app.settings.custom_api_url !== null;
        const identity_token = isKeptInCookie ? null : await sessions.findIdentityToken(app, user, session);
        return { user, identity_token };
      }),
      implement(meRoutes.acceptTerms, async ({ app, caller }) => {
        const session = await sessions.authenticate(app, caller.bearer, { orHalfIn: true });
        const { terms_and_conditions_url: termsUrl, privacy_policy_url: privacyUrl } = app.settings;
        return users.acceptTerms(session, { termsUrl, privacyUrl });
      }),
    ],
  };
}
