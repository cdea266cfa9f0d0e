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

/** What lets the wallet frame into the person's cloud, once, within five minutes; nothing that a page could use there. */
export interface CloudAccess {
  readonly accessToken: string;
}

/**
 * Asks the person, in a popup, to let the wallet keep its recovery secret in their own cloud, or read it there. Call it
 * while their press is being handled: browsers open no popup else. Where a second factor has to be verified first, the popup
 * goes and comes again: the press by which it was verified opens it.
 *
 * @throws ServiceError `oauth_user_denied` (`details.reason`: `denied`, or `closed` for a popup that was closed),
 *   `unknown_auth_error` (`popup_blocked`, `state_mismatch`, `failed`) (RECO-32), and what verifying a second factor fails with
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

/** Failures that say themselves what to do. */
const ownCodes = ['missing_or_invalid_mfa', 'oauth_user_denied', 'unknown_auth_error'] as const;

/** By Google: the code that comes back becomes a handle, which the frame redeems. */
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
      // The popup on the way back, on the page's own origin: no frame or other window of it.
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

/** By Apple, whose page hands its token to the page that opened it. Only Apple's origin is believed (RECO-33). */
async function authorizeWithApple(session: SessionContext, popup: Window): Promise<string> {
  const reply = await callWithToken(session, cloudRoutes.startICloud, { body: { client_type: 'web' } });
  const end = await waitForPopup(session.page.environment, {
    popup,
    url: reply.url,
    // By origin alone: Apple posts from a hidden frame in its page.
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
