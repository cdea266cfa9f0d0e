import {
  type ConfirmationAct,
  fail,
  type PasskeyCreationReply,
  type PasskeyRequestReply,
  passkeyRoutes,
} from '@latchkey/wire';
import { passCaptcha } from '../../captcha/index.ts';
import { contextsOf, type SessionContext } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { LoginResult } from '../../session/index.ts';
import { type Confirmation, confirmWith, postAsUser } from '../changes/index.ts';
import { rememberLogin } from '../recentLogin.ts';
import { makePasskey, requestPasskey } from './browser.ts';

/**
 * Requests the options of a login by passkey from the service.
 *
 * @throws ServiceError `no_auth_flow` while a user who is not a guest is signed in, `disallowed_login_method`, and
 *   the codes of the captcha
 */
export async function initLoginWithPasskey(client: LatchkeyClient): Promise<PasskeyRequestReply> {
  checkNobody(client);
  return passCaptcha(client, (body) => contextsOf(client).page.call()(passkeyRoutes.startLogin, { body }));
}

/** Requests a passkey from the browser, and logs in with it. */
export async function loginWithPasskey(
  client: LatchkeyClient,
  { begun, mediation, onResponse }: LoginSteps = {},
): Promise<LoginResult> {
  const { options, relying_party } = begun ?? (await initLoginWithPasskey(client));
  const authenticator_response = await requestPasskey(client, options, mediation);
  onResponse?.();
  const { challenge } = options;
  return enter(client, (post) =>
    post(passkeyRoutes.authenticate, { body: { relying_party, challenge, authenticator_response } }),
  );
}

/**
 * Confirms the signed-in user's login with a passkey. Afterwards, repeat the action that was refused with
 * `recent_login_required`. The session stays the same. Call it in a click handler.
 *
 * @param act the action to confirm, which `toConfirmationAct` reads from the refusal
 * @throws ServiceError `must_be_authenticated`, `passkey_not_allowed`, `passkey_not_supported`,
 *   `invalid_credentials` for a passkey that is not the user's, and the codes of the route
 */
export async function confirmWithPasskey(
  client: LatchkeyClient,
  act?: ConfirmationAct,
): Promise<Confirmation> {
  const { options, relying_party } = await postAsUser(client, passkeyRoutes.startLogin, {});
  const authenticator_response = await requestPasskey(client, options);
  const { challenge } = options;
  const proof = { method: 'passkey', relying_party, challenge, authenticator_response } as const;
  return confirmWith(client, proof, act);
}

export interface LoginSteps {
  /** Result of `initLoginWithPasskey`. */
  readonly begun?: PasskeyRequestReply | undefined;
  readonly mediation?: 'optional' | 'conditional';
  /** Called when the user has used a passkey, before the service is called. */
  onResponse?(): void;
}

/** Requests the options for a passkey of a user who has no account yet. */
export async function initSignupWithPasskey(client: LatchkeyClient): Promise<PasskeyCreationReply> {
  checkNobody(client);
  return passCaptcha(client, (body) => contextsOf(client).page.call()(passkeyRoutes.startSignUp, { body }));
}

/** Creates a passkey and its user. */
export async function signupWithPasskey(
  client: LatchkeyClient,
  steps: { begun?: PasskeyCreationReply | undefined; onResponse?(): void } = {},
): Promise<LoginResult> {
  const { options, relying_party } = steps.begun ?? (await initSignupWithPasskey(client));
  const authenticator_response = await makePasskey(client, options);
  steps.onResponse?.();
  return enter(client, (post) =>
    post(passkeyRoutes.signUp, { body: { relying_party, authenticator_response } }),
  );
}

/** Refuses while a user who is not a guest is logged in. @throws ServiceError `no_auth_flow` */
function checkNobody(client: LatchkeyClient): void {
  const { authenticated, user } = client.getState();
  if (authenticated && !user?.isGuest) fail('no_auth_flow');
}

async function enter(
  client: LatchkeyClient,
  send: Parameters<SessionContext['authenticate']>[0],
): Promise<LoginResult> {
  const result = await contextsOf(client).session.authenticate(send);
  rememberLogin(client, { method: 'passkey' });
  return result;
}
