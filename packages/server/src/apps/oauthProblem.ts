import { type AppSettings, oauthProviders, oauthTypeOf } from '@latchkey/wire';
import type { Problem } from '../http/index.ts';
import { urlProblem } from '../outbound/index.ts';

/**
 * Returns the problem with an app's providers of social login, or null. In production each enabled provider needs a
 * client of the app's own, and an operator's own provider always does; in development apps share the sandbox's
 * clients.
 */
export function oauthProblem(settings: AppSettings, production: boolean): Problem | null {
  const clients = settings.oauth_clients;
  for (const provider of oauthProviders) {
    const isNeeded = settings[oauthTypeOf(provider)] && (production || provider === 'oidc');
    if (isNeeded && !clients[provider]) {
      const field = `oauth_clients.${provider}`;
      return { field, problem: `is missing; ${oauthTypeOf(provider)} needs a client at the provider` };
    }
  }
  const problem =
    clients.oidc && urlProblem(clients.oidc.issuer, production ? 'public' : 'public-or-loopback');
  return problem ? { field: 'oauth_clients.oidc.issuer', problem } : null;
}
