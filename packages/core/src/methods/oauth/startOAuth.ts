import { fail, type OAuthProvider, oauthRoutes } from '@latchkey/wire';
import { captchaOf, heldToken, passCaptcha } from '../../captcha/index.ts';
import { challengeOf, channelType, isOpenedByOwn, randomText } from '../../consent/index.ts';
import { contextsOf } from '../../contexts.ts';
import type { Environment } from '../../environment.ts';
import { isMobile } from '../../isMobile.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { checkFree, postAsUser } from '../changes/index.ts';
import { keepFlow, type OAuthAct, type OAuthFlow } from './flows.ts';
import { isRefusedInApp } from './isRefusedInApp.ts';

type Page = NonNullable<Environment['window']>;

/** Visit to a provider, as its caller requests it. */
type VisitInput = OAuthLoginInput & {
  readonly act: OAuthAct;
  /** True if a signed-in user confirms their login: the service is called as the user. @default false */
  readonly isConfirmation?: boolean;
};

export interface OAuthLoginInput {
  readonly provider: OAuthProvider;
  /** True to admit only existing users. @default false */
  readonly disableSignup?: boolean;
  /** True if the modal opens no screen when the user returns. @default false */
  readonly isHeadless?: boolean;
}

/**
 * Redirects the whole page to a provider of social login, which sends the user back to this address. The new page
 * finishes the login: `LatchkeyProvider` does so by itself, and a host without it calls `finishOAuth`.
 *
 * @throws ServiceError `not_supported` if the provider refuses this browser (`details.reason` `in_app_browser`),
 *   `storage_unavailable` if nothing can be stored beyond the page, and the codes of the route
 * @example
 * await initLoginWithOAuth(client, { provider: 'google', isHeadless: true });
 */
export function initLoginWithOAuth(client: LatchkeyClient, input: OAuthLoginInput): Promise<void> {
  return leaveFor(client, { ...input, act: 'login' });
}

/**
 * Redirects to a provider like {@link initLoginWithOAuth}, to link the account there to the signed-in user. Also
 * fails with `must_be_authenticated` and `cannot_link_more_of_type`, before the redirect.
 */
export function initLinkWithOAuth(
  client: LatchkeyClient,
  input: Omit<OAuthLoginInput, 'disableSignup'>,
): Promise<void> {
  return leaveFor(client, { ...input, act: 'link' });
}

async function leaveFor(client: LatchkeyClient, input: VisitInput): Promise<void> {
  const { page } = contextsOf(client);
  const { flow, url, page: hostWindow } = await beginVisit(client, { ...input, kind: 'redirect' });
  keepFlow(page.storage, flow);
  if (flow.provider === 'twitter' && isOpenedByOwn(hostWindow))
    hostWindow.opener.postMessage({ type: channelType }, hostWindow.location.origin);
  hostWindow.location.assign(url);
}

/** Requests the provider's address for a visit with its own state and verifier. */
export async function beginVisit(
  client: LatchkeyClient,
  input: VisitInput & Pick<OAuthFlow, 'kind'>,
): Promise<{ flow: OAuthFlow; url: string; page: Page }> {
  const { act, disableSignup = false, isConfirmation = false, isHeadless = false, kind, provider } = input;
  const { session } = contextsOf(client);
  const { environment } = session.page;
  const page = environment.window ?? fail('no_api');
  // On a page that has just loaded, the service may not have returned the user yet.
  const user = act === 'link' ? (session.state.get().user ?? (await session.refreshUser())) : null;
  const userId = user?.id ?? null;
  checkVisit(client, provider, act, page);
  const [codeVerifier, stateCode] = [randomText(environment), randomText(environment)];
  const body = {
    provider,
    redirect_to: page.location.href,
    state_code: stateCode,
    code_challenge: await challengeOf(codeVerifier),
  };
  const isAsUser = act === 'link' || isConfirmation;
  const { url } = await (isAsUser ? requestAsUser(client, body) : requestAsVisitor(client, body));
  return {
    flow: {
      kind,
      act,
      provider,
      stateCode,
      codeVerifier,
      userId,
      disableSignup,
      isHeadless,
      startedAtMs: environment.clock.now(),
    },
    url: addressFor(page, provider, url),
    page,
  };
}

interface StartBody {
  provider: OAuthProvider;
  redirect_to: string;
  state_code: string;
  code_challenge: string;
}

function requestAsVisitor(client: LatchkeyClient, body: StartBody) {
  const { call } = contextsOf(client).page;
  return passCaptcha(client, (token) => call()(oauthRoutes.start, { body: { ...body, ...token } }));
}

async function requestAsUser(client: LatchkeyClient, body: StartBody) {
  try {
    return await postAsUser(client, oauthRoutes.start, { ...body, ...heldToken(client) });
  } finally {
    captchaOf(client).reset(); // the request may have used up the captcha's token
  }
}

/**
 * Refuses some visits that the service or the provider would refuse, before the visit is requested (LINK-02, LINK-03,
 * LAND-33).
 */
function checkVisit(client: LatchkeyClient, provider: OAuthProvider, act: OAuthAct, page: Page): void {
  if (isRefusedInApp(page, provider)) {
    fail('not_supported', {
      message: 'Google does not allow logins from inside other apps. Open this page in a browser.',
      details: { reason: 'in_app_browser' },
    });
  }
  if (act === 'link') checkFree(client, `${provider}_oauth`);
}

/**
 * Returns the provider's address. On phones X's own app would open x.com in place of the browser, and that app has no
 * consent page (wire §2.5).
 */
function addressFor(page: Page, provider: OAuthProvider, given: string): string {
  const url = new URL(given);
  if (!/^https?:$/.test(url.protocol)) fail('internal_error'); // a `javascript:` address would run in the host page
  if (provider === 'twitter' && isMobile(page) && url.hostname === 'x.com') url.hostname = 'twitter.com';
  return url.href;
}
