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
 * Asks the service for a challenge to log in with, ahead of `PasskeyLogin.login`, for hosts that talk to the browser
 * themselves.
 *
 * @throws ServiceError `no_auth_flow` while a user is logged in, `disallowed_login_method`, and the codes of the captcha
 */
export async function initLoginWithPasskey(client: LatchkeyClient): Promise<PasskeyRequestReply> {
  checkNobody(client);
  return passCaptcha(client, (body) => contextsOf(client).page.call()(passkeyRoutes.startLogin, { body }));
}

/** Asks the browser for a passkey, and logs in with it. */
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
 * Has the user who is signed in prove by a passkey who they are, so that an act that was refused with
 * `recent_login_required` can be tried again. The session stays the same. Call it while their press is being handled.
 *
 * @param act what the proof is for, by `toConfirmationAct` of the refusal
 * @throws ServiceError `must_be_authenticated`, `passkey_not_allowed`, `passkey_not_supported`, `invalid_credentials` for
 *   a passkey that is not theirs, and the codes of the route
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

/** How a login goes. */
export interface LoginSteps {
  /** What `initLoginWithPasskey` gave. */
  readonly begun?: PasskeyRequestReply | undefined;
  readonly mediation?: 'optional' | 'conditional';
  /** Told when the person has used a passkey, and the service is asked next. */
  onResponse?(): void;
}

/** Asks the service for what a passkey is made of, for a person who has no account yet. */
export async function initSignupWithPasskey(client: LatchkeyClient): Promise<PasskeyCreationReply> {
  checkNobody(client);
  return passCaptcha(client, (body) => contextsOf(client).page.call()(passkeyRoutes.startSignUp, { body }));
}

/** Makes a passkey, and a user who has it. */
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

/** Asks no one for a passkey who is logged in already. @throws ServiceError `no_auth_flow` */
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
