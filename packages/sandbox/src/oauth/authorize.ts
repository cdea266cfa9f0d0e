import { isLoopback } from '../loopback.ts';
import { clientIdOf } from './clients.ts';
import type { AuthorizationRequest, Provider } from './provider.ts';

/** Result of an authorization request: a consent page, an error page, or a redirect back. */
export type Read = { asked: AuthorizationRequest } | { fault: string } | { back: string };

/**
 * Reads an authorization request by the rules that the provider documents. Client and redirect URI are checked before
 * any redirect, and their errors shown on a page, because an attacker could otherwise use the provider as an open
 * redirector (RFC 6749 §4.1.2.1).
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

export function addressOf(redirectUri: string, parameters: Record<string, string>): string {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  return target.href;
}

/**
 * Returns true for the client's registered redirect URIs: exactly the callback of a service on this machine. Many
 * providers require https or refuse loopback addresses, but a sandbox has no others.
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

/** Checks the PKCE challenge (RFC 7636 §4.4.1). */
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

/** Returns the challenge method; `plain` if absent (RFC 7636 §4.3). */
const methodText = (query: URLSearchParams): string => query.get('code_challenge_method') ?? 'plain';
const methodOf = (query: URLSearchParams) => (methodText(query) === 'S256' ? 'S256' : 'plain');
