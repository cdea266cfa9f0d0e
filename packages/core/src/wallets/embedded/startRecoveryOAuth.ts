import { type CloudMethod, cloudRoutes, fail, isCode } from '@latchkey/wire';
import {
  challengeOf,
  errorType,
  isAnswer,
  openPopup,
  randomText,
  waitForPopup,
} from '../../consent/index.ts';
import { contextsOf, type SessionContext } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { verifyThen } from '../../mfa/index.ts';
import { callWithToken } from '../../session/index.ts';
import { getAccess } from './getAccess.ts';

/**
 * Token for the user's cloud. For Google Drive it is a single-use handle, valid for five minutes, which the wallet
 * frame redeems. For iCloud it is Apple's web token. With it, a host page can reach the app's records in the user's
 * iCloud. The records open no wallet without the service's key share.
 */
export interface CloudAccess {
  readonly accessToken: string;
}

/**
 * Asks the user, in a popup, to let the wallet store its recovery secret in their own cloud, or read it there. Call
 * it in a click handler, because browsers block popups that open later. If a second factor is due first, the popup
 * closes and is opened again after the verification.
 *
 * @throws ServiceError `oauth_user_denied` (`details.reason`: `denied`, or `closed` for a closed popup),
 *   `unknown_auth_error` (`popup_blocked`, `state_mismatch`, `failed`) (RECO-32), and the errors of verifying a
 *   second factor
 * @example
 * const { accessToken } = await startRecoveryOAuth(client, { provider: 'google-drive' });
 * await setRecovery(client, { method: 'google-drive', accessToken });
 */
export async function startRecoveryOAuth(
  client: LatchkeyClient,
  { provider }: { provider: CloudMethod },
): Promise<CloudAccess> {
  const { frame, session } = contextsOf(client);
  return verifyThen(frame, undefined, () => authorizeWithProvider(session, provider));
}

async function authorizeWithProvider(session: SessionContext, provider: CloudMethod): Promise<CloudAccess> {
  const popup = openPopup(session.page.environment) ?? refuse('popup_blocked');
  try {
    await getAccess(session);
    const accessToken =
      provider === 'icloud'
        ? await authorizeWithApple(session, popup)
        : await authorizeWithGoogle(session, popup);
    return { accessToken };
  } catch (error) {
    if (ownCodes.some((code) => isCode(error, code))) throw error;
    return refuse('failed', error);
  } finally {
    popup.close();
  }
}

/** Codes of errors that the caller gets unchanged. Other errors become `unknown_auth_error`. */
const ownCodes = ['missing_or_invalid_mfa', 'oauth_user_denied', 'unknown_auth_error'] as const;

/** Runs Google's consent. The returned code is exchanged for a handle, which the frame redeems. */
async function authorizeWithGoogle(session: SessionContext, popup: Window): Promise<string> {
  const { environment } = session.page;
  const [verifier, state] = [randomText(environment), randomText(environment)];
  const redirect_to = environment.window?.location.href ?? '';
  const body = { redirect_to, code_challenge: await challengeOf(verifier), state_code: state };
  const { url } = await callWithToken(session, cloudRoutes.start, { body });
  const end = await waitForPopup(environment, {
    popup,
    url,
    read: ({ data, origin, source }) =>
      // Another frame or window could forge an answer. Only the popup itself counts, once it is back on the page's
      // own origin.
      origin === environment.window?.location.origin && source === popup && isAnswer(data) ? data : null,
  });
  if (typeof end === 'string') return deny('closed');
  const { type, authorizationCode, stateCode } = end.answer;
  if (type === errorType || !authorizationCode || !stateCode) return refuse('failed');
  if (stateCode !== state) return refuse('state_mismatch');
  if (authorizationCode === 'undefined') return deny('denied');
  const finish = {
    authorization_code: authorizationCode,
    state_code: stateCode,
    code_verifier: verifier,
    provider: 'google-drive' as const,
  };
  return (await callWithToken(session, cloudRoutes.finish, { body: finish })).access_token;
}

/** Runs Apple's consent. Another page could forge a token, so only a message from Apple's origin counts (RECO-33). */
async function authorizeWithApple(session: SessionContext, popup: Window): Promise<string> {
  const reply = await callWithToken(session, cloudRoutes.startICloud, { body: { client_type: 'web' } });
  const end = await waitForPopup(session.page.environment, {
    popup,
    url: reply.url,
    // Checked by origin only: Apple posts from a hidden frame in its page, so the source is not the popup.
    read: ({ data, origin }) => (origin === reply.message_origin ? toSession(data) : null),
  });
  return typeof end === 'string' ? deny('closed') : end.answer;
}

function toSession(data: unknown): string | null {
  const { ckSession } = (data ?? {}) as { ckSession?: unknown };
  return typeof ckSession === 'string' && ckSession !== '' ? ckSession : null;
}

const deny = (reason: 'closed' | 'denied') => fail('oauth_user_denied', { details: { reason } });
const refuse = (reason: 'failed' | 'popup_blocked' | 'state_mismatch', cause?: unknown) =>
  fail('unknown_auth_error', { details: { reason }, cause });
