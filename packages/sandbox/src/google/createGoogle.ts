import { Hono } from 'hono';
import {
  type ConsentRequest,
  createAccounts,
  type DriveFile,
  googleClient,
  isClient,
  tokenLifeS,
} from './accounts.ts';
import { createDriveRoutes, driveScope } from './drive.ts';
import { driveConsentPage } from './driveConsentPage.ts';

export interface Google {
  readonly routes: Hono;
  /** Files in Drive's hidden folders, by id. Tests read, edit and delete them. */
  readonly files: Map<string, DriveFile>;
}

/**
 * Creates Google's endpoints under `/google`.
 *
 * https://developers.google.com/identity/protocols/oauth2/web-server,
 * https://developers.google.com/workspace/drive/api/reference/rest/v3/files
 */
export function createGoogle(now: () => number = Date.now): Google {
  const accounts = createAccounts(now);
  const routes = new Hono();

  routes.get('/google/o/oauth2/v2/auth', (context) => {
    const query = context.req.query();
    const asked = toAsked(query);
    // Shows the error on its own page, because an unregistered redirect URI may be an attacker's.
    if (typeof asked === 'string') return context.text(`Access blocked: authorization error. ${asked}`, 400);
    return context.html(driveConsentPage(query));
  });

  routes.post('/google/consent', async (context) => {
    const form = Object.fromEntries(new URLSearchParams(await context.req.text()));
    const asked = toAsked(form);
    if (typeof asked === 'string') return context.text(asked, 400);
    const target = new URL(asked.redirectUri);
    target.searchParams.set('state', form.state ?? '');
    if (form.answer === 'allow') {
      target.searchParams.set('code', accounts.issueCode(asked, form.account ?? ''));
      target.searchParams.set('scope', asked.scope);
    } else target.searchParams.set('error', 'access_denied');
    return context.redirect(target.href, 302);
  });

  routes.post('/google/token', async (context) => {
    // https://developers.google.com/identity/protocols/oauth2/web-server#exchange-authorization-code
    const isForm = context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded');
    const form = new URLSearchParams(isForm ? await context.req.text() : '');
    const field = (name: string) => form.get(name) ?? '';
    if (!isClient(field('client_id'), field('client_secret'))) {
      return context.json({ error: 'invalid_client', error_description: 'Unauthorized' }, 401);
    }
    if (field('grant_type') !== 'authorization_code') {
      return context.json({ error: 'unsupported_grant_type', error_description: 'Invalid grant_type' }, 400);
    }
    const given = { redirectUri: field('redirect_uri'), verifier: field('code_verifier') };
    const redeemed = accounts.redeem(field('code'), given);
    if (!redeemed) return context.json({ error: 'invalid_grant', error_description: 'Bad Request' }, 400);
    const { token, scope } = redeemed;
    return context.json({ access_token: token, expires_in: tokenLifeS, scope, token_type: 'Bearer' });
  });

  routes.route('/', createDriveRoutes(accounts));
  return { routes, files: accounts.files };
}

function toAsked(query: Record<string, string>): ConsentRequest | string {
  const { client_id, redirect_uri: redirectUri = '', response_type, scope = '', state } = query;
  const { code_challenge: challenge = '', code_challenge_method } = query;
  if (client_id !== googleClient.id) return 'Error 401: invalid_client';
  const isRegistered =
    URL.canParse(redirectUri) && /^\/api\/v1\/recovery\/oauth\/callback$/.test(new URL(redirectUri).pathname);
  if (!isRegistered || new URL(redirectUri).search !== '') return 'Error 400: redirect_uri_mismatch';
  if (response_type !== 'code' || !state) return 'Error 400: invalid_request';
  if (scope !== driveScope) return 'Error 400: invalid_scope';
  if (code_challenge_method !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(challenge))
    return 'Error 400: invalid_request';
  return { redirectUri, challenge, scope };
}
