import { type ConfirmationAct, fail } from '@latchkey/wire';
import { errorType, openPopup, waitForReturn } from '../../consent/index.ts';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { LoginResult } from '../../session/index.ts';
import { type Confirmation, confirmWith } from '../changes/index.ts';
import { otherOrigin, refuseStranger } from '../refuseStranger.ts';
import { redeem, toProof } from './finishOAuth.ts';
import { dropFlow, keepFlow, type OAuthFlow } from './flows.ts';
import { beginVisit, type OAuthLoginInput } from './startOAuth.ts';

/**
 * Logs in at a provider in a popup, so the page stays. Call it in a click handler; otherwise the browser blocks the
 * popup.
 *
 * @throws ServiceError `no_auth_flow` while a user who is not a guest is signed in, `oauth_user_denied` (also for a
 *   popup that was closed), `oauth_unexpected`, `unknown_auth_error` (such as `details.reason` `popup_blocked`),
 *   `not_supported` if the provider refuses this browser, and the codes of the routes
 * @example
 * const { user } = await loginInOAuthPopup(client, { provider: 'google' });
 */
export async function loginInOAuthPopup(
  client: LatchkeyClient,
  input: Omit<OAuthLoginInput, 'isHeadless'>,
): Promise<LoginResult> {
  return visitInPopup(client, input, async (flow, code) => {
    const outcome = await redeem(client, flow, code);
    return outcome.act === 'login' ? outcome.login : fail('unknown_auth_error');
  });
}

/**
 * Confirms the signed-in user's login at a provider, in a popup. Afterwards, repeat the action that was refused with
 * `recent_login_required`. The session stays the same. Call it in a click handler.
 *
 * @param input.act the action to confirm, which `toConfirmationAct` reads from the refusal
 * @throws ServiceError `must_be_authenticated`, `invalid_credentials` for an account that is not the user's, and the
 *   codes of {@link loginInOAuthPopup} except `no_auth_flow`
 */
export async function confirmInOAuthPopup(
  client: LatchkeyClient,
  { provider, act }: Pick<OAuthLoginInput, 'provider'> & { readonly act?: ConfirmationAct | undefined },
): Promise<Confirmation> {
  return visitInPopup(client, { provider, isConfirmation: true }, (flow, code) =>
    confirmWith(client, { method: 'oauth', ...toProof(flow, code) }, act),
  );
}

type PopupInput = Omit<OAuthLoginInput, 'isHeadless'> & { readonly isConfirmation?: true };

async function visitInPopup<Result>(
  client: LatchkeyClient,
  input: PopupInput,
  finish: (flow: OAuthFlow, code: string) => Promise<Result>,
): Promise<Result> {
  const popup = openPopup(contextsOf(client).page.environment);
  if (!popup) return fail('unknown_auth_error', { details: { reason: 'popup_blocked' } });
  const { environment, storage } = contextsOf(client).page;
  try {
    const { flow, url } = await beginVisit(client, { ...input, act: 'login', kind: 'popup' });
    keepFlow(storage, flow);
    const end = await waitForReturn(environment, {
      popup,
      url,
      stateCode: flow.stateCode,
      isCutOff: flow.provider === 'twitter', // X's pages cut the popup off from the page that opened it
    }).finally(() => dropFlow(storage, flow));
    if (typeof end === 'string') return fail('oauth_user_denied', { details: { reason: 'closed' } });
    const { authorizationCode, isForeign, stateCode, type } = end.answer;
    if (isForeign) fail('oauth_unexpected', { message: otherOrigin });
    if (type === errorType || !authorizationCode) return await finish(flow, 'error');
    if (stateCode !== flow.stateCode) refuseStranger(client, flow.provider);
    return await finish(flow, authorizationCode);
  } finally {
    popup.close();
  }
}
