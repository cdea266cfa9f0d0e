import {
  appIdOfProvider,
  type ConfirmationAct,
  type CrossAppProviderName,
  crossAppProviderOf,
  fail,
  type LinkedAccount,
  limits,
  oauthRoutes,
  type User,
} from '@latchkey/wire';
import { sendAnalyticsEvent } from '../analytics/index.ts';
import { challengeOf, errorType, type PopupReturn, randomText, waitForReturn } from '../consent/index.ts';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { LoginResult } from '../session/index.ts';
import { providerTokenKey } from '../storage/index.ts';
import {
  type AccountChange,
  type Confirmation,
  changeAccounts,
  checkFree,
  confirmWith,
  getSignedIn,
  postAsUser,
} from './changes/index.ts';
import { otherOrigin, refuseStranger } from './refuseStranger.ts';
import { linkVisitor, logInVisitor } from './visitors.ts';

/** Other app, and the popup that was opened for its page in the click handler; null if the browser blocked it. */
export interface CrossAppInput {
  readonly appId: string;
  readonly popup: Window | null;
}

/**
 * Logs in with another app, in a popup that {@link openCrossAppPopup} opened in the click handler. The token for
 * requests to that app's wallets is stored.
 *
 * @throws ServiceError `no_auth_flow` while a user who is not a guest is signed in, `unknown_auth_error` (XAPP-06,
 *   and without a popup), `oauth_user_denied` (XAPP-07, and for a closed popup), `client_request_timeout` (XAPP-19),
 *   `oauth_unexpected` for an answer to another visit or from another origin, `not_supported` for an app that is not
 *   connected (XAPP-09), and the codes of a login
 * @example
 * button.onclick = () => loginWithCrossAppAccount(client, { appId, popup: openCrossAppPopup(client) });
 */
export async function loginWithCrossAppAccount(
  client: LatchkeyClient,
  input: CrossAppInput & { readonly disableSignup?: boolean | undefined },
): Promise<LoginResult> {
  const { appId, disableSignup = false } = input;
  return visit(client, input, {
    check() {
      const { authenticated, user } = client.getState();
      // Refused before the user is sent to the other app.
      if (authenticated && !user?.isGuest) fail('no_auth_flow');
    },
    start: (body) => contextsOf(client).page.call()(oauthRoutes.start, { body }),
    finish: (proof) =>
      logInVisitor(client, {
        proof,
        method: proof.provider,
        disableSignup,
        onReply: (reply) => keepProviderToken(client, appId, reply),
      }),
  });
}

/**
 * Links an account of another app to the signed-in user.
 *
 * @param input.isRenewal gets a new token for an account that the user has, instead of linking another one
 * @throws ServiceError the codes of {@link loginWithCrossAppAccount} except `no_auth_flow`,
 *   `must_be_authenticated`, `cannot_link_more_of_type` if the user has an account of that app (LINK-03), and those
 *   of other links
 */
export async function linkCrossAppAccount(
  client: LatchkeyClient,
  input: CrossAppInput & { readonly isRenewal?: boolean | undefined },
): Promise<AccountChange> {
  const { appId, isRenewal = false } = input;
  const userOf = () => client.getState().user?.id;
  let userId: string | undefined;
  return visit(client, input, {
    check() {
      if (isRenewal) getSignedIn(client);
      else checkFree(client, 'cross_app', { providerAppId: appId });
      userId = userOf();
    },
    start: (body) => postAsUser(client, oauthRoutes.start, body),
    finish: (proof) =>
      linkVisitor(client, {
        userId,
        proof,
        onReply: (reply) => keepProviderToken(client, appId, reply),
        accountOf: (user) => accountOf(user, appId) ?? fail('failed_to_link_account'),
      }),
  });
}

/**
 * Confirms the login with an account of another app. Fails like {@link linkCrossAppAccount} for a renewal, and with
 * `invalid_credentials` for an account that is not the user's.
 *
 * @param input.act the action to confirm, which `toConfirmationAct` reads from the refusal
 */
export async function confirmWithCrossAppAccount(
  client: LatchkeyClient,
  input: CrossAppInput & { readonly act?: ConfirmationAct | undefined },
): Promise<Confirmation> {
  return visit(client, input, {
    check: () => getSignedIn(client),
    start: (body) => postAsUser(client, oauthRoutes.start, body),
    finish: (proof) => confirmWith(client, { method: 'cross-app', ...proof }, input.act),
  });
}

/**
 * Unlinks an account of another app from the user, and deletes its provider token first.
 *
 * @param account `subject` of the linked account
 * @throws ServiceError `must_be_authenticated`, `invalid_data` 'Invalid subject' for an account that the user does
 *   not have, and the codes of other unlinks
 */
export async function unlinkCrossAppAccount(
  client: LatchkeyClient,
  { subject }: { readonly subject: string },
): Promise<User> {
  const { user } = getSignedIn(client);
  const account = user?.linkedAccounts.find((one) => one.type === 'cross_app' && one.subject === subject);
  if (account?.type !== 'cross_app') return fail('invalid_data', { message: 'Invalid subject' });
  const { id } = account.providerApp;
  contextsOf(client).page.storage.set(providerTokenKey(id), null);
  return changeAccounts(client, oauthRoutes.unlink, { provider: crossAppProviderOf(id), subject });
}

interface StartBody {
  readonly provider: CrossAppProviderName;
  readonly redirect_to: string;
  readonly state_code: string;
  readonly code_challenge: string;
}

interface Proof {
  readonly provider: CrossAppProviderName;
  readonly authorization_code: string;
  readonly state_code: string;
  readonly code_verifier: string;
}

interface Purpose<Result> {
  /** Throws, before any request, if the client's state does not permit the visit. */
  readonly check: () => unknown;
  readonly start: (body: StartBody) => Promise<{ url: string }>;
  readonly finish: (proof: Proof) => Promise<Result>;
}

async function visit<Result>(
  client: LatchkeyClient,
  { appId, popup }: CrossAppInput,
  { check, start, finish }: Purpose<Result>,
): Promise<Result> {
  const tell = (what: string) =>
    void sendAnalyticsEvent(client, `cross_app_auth_${what}`, { providerAppId: appId });
  try {
    check();
    tell('started');
    const result = await goThere(client, { appId, popup }, start)
      .then(finish)
      .catch((error) => {
        tell('error');
        throw error;
      });
    tell('completed');
    return result;
  } finally {
    popup?.close();
  }
}

/**
 * Sends the popup to the other app's page and waits for its return. The answer may come through a channel that every
 * page of this origin hears. Another page cannot use the code, because only this page has the verifier (S35).
 */
async function goThere(
  client: LatchkeyClient,
  { appId, popup }: CrossAppInput,
  start: Purpose<unknown>['start'],
): Promise<Proof> {
  const { environment } = contextsOf(client).page;
  if (!popup) return fail('unknown_auth_error', { details: { reason: 'popup_blocked' } });
  const provider = crossAppProviderOf(appId);
  if (!appIdOfProvider(provider)) return refuseApp();
  const page = environment.window ?? fail('no_api');
  const [code_verifier, state_code] = [randomText(environment), randomText(environment)];
  const { url } = await start({
    provider,
    state_code,
    redirect_to: page.location.href,
    code_challenge: await challengeOf(code_verifier),
  });
  const { origin, protocol } = new URL(url);
  if (!/^https?:$/.test(protocol)) fail('internal_error'); // a `javascript:` address would run in the host page
  const end = await waitForReturn(environment, {
    popup,
    url,
    stateCode: state_code,
    longestMs: limits.crossAppWaitMs,
    // A login at the other app may visit pages of other sites, which can cut the popup off from this page.
    cutOffBy: origin,
  });
  if (end === 'closed') return fail('oauth_user_denied', { message: denied, details: { reason: 'closed' } });
  if (end === 'late')
    return fail('client_request_timeout', {
      message: 'Authorization request timed out after 2 minutes.',
    });
  return {
    provider,
    state_code,
    code_verifier,
    authorization_code: readCode(client, provider, state_code, end.answer),
  };
}

const denied = 'User denied confirmation during cross-app auth flow';

/**
 * @throws ServiceError `oauth_unexpected`, `unknown_auth_error`, `oauth_user_denied` for an answer without a code
 *   of this visit
 */
function readCode(
  client: LatchkeyClient,
  provider: CrossAppProviderName,
  expected: string,
  { authorizationCode, isForeign, stateCode, type }: PopupReturn,
): string {
  if (isForeign) return fail('oauth_unexpected', { message: otherOrigin });
  if (type === errorType) return fail('unknown_auth_error', { message: 'Something went wrong. Try again.' });
  if (!authorizationCode || !stateCode)
    return fail('unknown_auth_error', { message: 'Invalid code during cross-app auth flow' });
  if (stateCode !== expected) return refuseStranger(client, provider);
  return authorizationCode === 'undefined'
    ? fail('oauth_user_denied', { message: denied })
    : authorizationCode;
}

const refuseApp = () =>
  fail('not_supported', { message: 'Invalid connected app', details: { reason: 'not_connected' } });

/** Stores the token for requests to the other app's wallets, or deletes it if the reply has none. */
function keepProviderToken(client: LatchkeyClient, appId: string, reply: unknown): void {
  const { oauth_tokens: given } = (reply ?? {}) as { oauth_tokens?: { access_token?: unknown } | null };
  const token = given?.access_token;
  contextsOf(client).page.storage.set(providerTokenKey(appId), typeof token === 'string' ? token : null);
}

function accountOf(user: User, appId: string): LinkedAccount | undefined {
  return user.linkedAccounts.findLast((one) => one.type === 'cross_app' && one.providerApp.id === appId);
}
