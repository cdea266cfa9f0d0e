import { isLoopback } from '../loopback.ts';
import { clientIdOf } from './clients.ts';
import type { AuthorizationRequest, Provider } from './provider.ts';

/** What an authorization request comes to: a question to the person, a page that says what is wrong, or the way back. */
export type Read = { asked: AuthorizationRequest } | { fault: string } | { back: string };

/**
 * Reads an authorization request as strictly as its provider's documentation says. No one is sent to an address that
 * is not registered (RFC 6749 §4.1.2.1): client and redirect address are checked first and told on the page.
 */
export function readAuthorizationRequest(
  provider: Provider,
  query: URLSearchParams,
  userAgent: string,
): Read {
  const rules = provider.authorize;
  const names = [...query.keys()];
  // RFC 6749 §3.1: parameters must not be included more than once.
  if (new Set(names).size !== names.length) return { fault: 'invalid_request' };
  const clientParameter = rules.clientParameter ?? 'client_id';
  if (query.get(clientParameter) !== clientIdOf(provider.id)) return { fault: 'invalid_client' };
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!isRegistered(redirectUri)) return { fault: 'redirect_uri_mismatch' };
  const scopes = toScopes(provider, query);
  const error = findError(provider, query, scopes, userAgent);
  const state = query.get('state');
  if (error !== null) {
    if (rules.tells === 'on-a-page') return { fault: error };
    return { back: addressOf(redirectUri, { error, ...(state === null ? {} : { state }) }) };
  }
  const isKept = rules.pkce !== 'ignored';
  return {
    asked: {
      redirectUri,
      scopes: scopes.filter((scope) => rules.scopes.includes(scope)),
      state,
      nonce: query.get('nonce'),
      challenge: isKept ? query.get('code_challenge') : null,
      challengeMethod: methodOf(query),
      responseMode: query.get('response_mode') === 'form_post' ? 'form_post' : 'query',
    },
  };
}

/** `redirectUri` with parameters behind its own. */
export function addressOf(redirectUri: string, parameters: Record<string, string>): string {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  return target.href;
}

/**
 * The redirect addresses that the client registered: the callback of a service on this machine, and nothing behind
 * it. The providers ask for https and most refuse loopback; a sandbox has nothing else.
 */
function isRegistered(redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const { href, origin, protocol, hostname } = new URL(redirectUri);
  const isOurs = protocol === 'http:' && isLoopback(hostname);
  return isOurs && redirectUri === href && href === `${origin}/api/v1/oauth/callback`;
}

function toScopes({ authorize }: Provider, query: URLSearchParams): string[] {
  return (query.get('scope') ?? '').split(authorize.scopeSeparator).filter(Boolean);
}

function findError(
  provider: Provider,
  query: URLSearchParams,
  scopes: readonly string[],
  userAgent: string,
): string | null {
  const rules = provider.authorize;
  if (!query.get('response_type')) return 'invalid_request';
  if (query.get('response_type') !== 'code') return 'unsupported_response_type';
  const isUnknown = scopes.some((scope) => !rules.scopes.includes(scope));
  if (isUnknown && !rules.dropsUnknownScopes) return 'invalid_scope';
  if (rules.neededScopes.some((scope) => !scopes.includes(scope))) return 'invalid_scope';
  if (rules.needsState && !query.get('state')) return 'invalid_request';
  return findChallengeError(provider, query) ?? rules.check?.(query, scopes, userAgent) ?? null;
}

/** RFC 7636 §4.4.1. */
function findChallengeError({ authorize }: Provider, query: URLSearchParams): string | null {
  const { pkce, challengeMethods } = authorize;
  const challenge = query.get('code_challenge');
  if (pkce === 'ignored') return null;
  if (challenge === null) {
    return pkce === 'required' || query.has('code_challenge_method') ? 'invalid_request' : null;
  }
  const method = methodOf(query);
  const isKnown = challengeMethods.includes(method) && ['S256', 'plain'].includes(methodText(query));
  const form = method === 'S256' ? /^[A-Za-z0-9_-]{43}$/ : /^[A-Za-z0-9._~-]{43,128}$/;
  return isKnown && form.test(challenge) ? null : 'invalid_request';
}

/** RFC 7636 §4.3: without a method it is `plain`. */
const methodText = (query: URLSearchParams): string => query.get('code_challenge_method') ?? 'plain';
const methodOf = (query: URLSearchParams) => (methodText(query) === 'S256' ? 'S256' : 'plain');
