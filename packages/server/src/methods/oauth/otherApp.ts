import {
  appIdOfProvider,
  type CrossAppProviderName,
  crossAppProviderOf,
  type OAuthAuthenticateBody,
  type OAuthLinkBody,
  type OAuthLinkReply,
  type TokenReply,
} from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { Caller } from '../../http/index.ts';
import { linkProof } from '../changes/changeAccounts.ts';
import type { MethodDeps } from '../method.ts';
import { checkBegunBy, sessionOf } from './outcome.ts';

interface AppCall<Body extends OAuthLinkBody> {
  readonly app: App;
  readonly body: Body & { readonly provider: CrossAppProviderName };
  readonly caller: Caller;
}

export function isOtherApp<Body extends OAuthLinkBody>(body: Body): body is AppCall<Body>['body'] {
  const { provider } = body;
  const appId = typeof provider === 'string' ? appIdOfProvider(provider) : null;
  return appId !== null && provider === crossAppProviderOf(appId);
}

/** Logs a user in with another app. The reply contains the provider token. */
export async function logInByApp(
  { admission, crossApp, sessions }: Pick<MethodDeps, 'admission' | 'crossApp' | 'sessions'>,
  { app, body, caller }: AppCall<OAuthAuthenticateBody>,
): Promise<TokenReply> {
  // Checked before the code is consumed, so a refusal does not use it up.
  admission.checkMethod(app, 'cross-app');
  sessions.checkCaller(app, caller);
  caller.countAs('cross-app');
  const { noteSession, proof, tokens } = await crossApp.prove(app, body);
  const mode = body.mode ?? 'login-or-sign-up';
  const reply = await admission.logIn(app, proof, { mode, caller });
  const session = sessionOf(reply);
  if (session) await noteSession(session);
  return { ...reply, oauth_tokens: tokens };
}

/** Links a user's account at another app, and returns the provider token in the reply. */
export async function linkApp(
  deps: MethodDeps,
  { app, body, caller }: AppCall<OAuthLinkBody>,
): Promise<OAuthLinkReply> {
  deps.admission.checkMethod(app, 'cross-app');
  let tokens: TokenReply['oauth_tokens'] = null;
  const user = await linkProof(deps, { app, caller }, async (userId) => {
    const came = await deps.crossApp.prove(app, body);
    checkBegunBy(came, userId);
    tokens = came.tokens;
    return came.proof;
  });
  return tokens ? { ...user, oauth_tokens: tokens } : user;
}
