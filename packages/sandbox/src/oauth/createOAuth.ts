import { type Context, Hono } from 'hono';
import { addressOf, readAuthorizationRequest } from './authorize.ts';
import { createGrants, type Grants } from './grants.ts';
import { publishedKeys } from './idTokens.ts';
import { consentPage, faultPage, formPostPage, unhappyWays } from './page/consentPage.ts';
import { findPerson } from './people.ts';
import { createDataEndpoint } from './personalData.ts';
import type { Account, Ending, Provider } from './provider.ts';
import { providers } from './providers/index.ts';
import { createTokenEndpoint } from './token.ts';

/**
 * Creates the providers' endpoints, each under `/oauth/<its host>/<its path>`: `https://host/path` in production is
 * `${LATCHKEY_OAUTH_URL}/host/path` here.
 *
 * @param now clock of codes and tokens, in ms
 */
export function createOAuth(now: () => number = Date.now): Hono {
  const routes = new Hono();
  const grants = createGrants(now);
  for (const provider of Object.values(providers)) {
    const { authorize, token, data, openId } = provider;
    const addresses = (paths: readonly string[]) => paths.map((path) => `/oauth/${path}`);
    for (const path of addresses(authorize.paths)) {
      routes.get(path, (context) => request(provider, context));
      routes.post(path, (context) => answer(provider, grants, context));
    }
    for (const path of addresses(token.paths)) routes.post(path, createTokenEndpoint(provider, grants, now));
    for (const rules of data) {
      for (const path of addresses(rules.paths))
        routes.get(path, createDataEndpoint(provider, rules, grants));
    }
    if (!openId) continue;
    routes.get(`/oauth/${openId.discoveryPath}`, (context) => context.json(openId.discovery));
    routes.get(`/oauth/${openId.keysPath}`, async (context) => context.json(await publishedKeys()));
  }
  return routes;
}

function read(provider: Provider, context: Context) {
  const query = new URL(context.req.url).searchParams;
  return readAuthorizationRequest(provider, query, context.req.header('user-agent') ?? '');
}

async function request(provider: Provider, context: Context): Promise<Response> {
  const found = read(provider, context);
  if ('back' in found) return context.redirect(found.back, 302);
  if ('fault' in found) return context.html(faultPage(provider, found.fault), 400);
  return context.html(consentPage(provider, found.asked));
}

/** Handles the user's answer. An attacker could change the page's data, so the request is read again. */
async function answer(provider: Provider, grants: Grants, context: Context): Promise<Response> {
  const found = read(provider, context);
  if (!('asked' in found)) return request(provider, context);
  const form = new URLSearchParams(await context.req.text());
  const ending = form.get('answer') ?? '';
  const person = findPerson(form.get('other') || (form.get('person') ?? ''));
  if (!isEnding(provider, ending) || !person) return context.html(faultPage(provider, 'unknown answer'), 400);
  const { asked } = found;
  const subject = provider.subjectOf(person);
  const isFirst = ending !== 'deny' && grants.noteConsent(provider.id, subject);
  const account: Account = { person, subject, scopes: asked.scopes, isFirst };
  const { denied, granted, suffix = '' } = provider.authorize;
  const state = ending === 'wrong-state' ? 'another-state' : asked.state;
  const parameters = {
    ...(ending === 'deny'
      ? denied
      : { code: grants.issueCode(provider, asked, account, ending), ...granted?.(asked, account) }),
    ...(state === null ? {} : { state }),
  };
  if (asked.responseMode === 'form_post') return context.html(formPostPage(asked.redirectUri, parameters));
  return context.redirect(addressOf(asked.redirectUri, parameters) + (ending === 'deny' ? '' : suffix), 302);
}

function isEnding(provider: Provider, text: string): text is Ending {
  return ['allow', 'deny', ...unhappyWays(provider).map(([way]) => way)].includes(text);
}
