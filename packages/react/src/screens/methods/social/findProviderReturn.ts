import { createDueWallets, type LatchkeyClient, loadOAuth, needsWallet } from '@latchkey/core';
import { isCode, type OAuthProvider, ServiceError } from '@latchkey/wire';
import type { Outcome } from '../../../request.ts';
import type { MethodReturn } from '../methodScreens.ts';

/** Finds the visit to a provider that has just returned to this page. */
export async function findProviderReturn(client: LatchkeyClient): Promise<MethodReturn | null> {
  const { findOAuthReturn } = await loadOAuth();
  const back = await findOAuthReturn(client);
  if (!back) return null;
  const { act, disableSignup, provider } = back;
  const isUnseen = back.isHeadless || client.options.config?.headless === true;
  return {
    name: provider,
    act: isUnseen && act === 'login' ? 'unseen' : act,
    async finish(open) {
      if (isUnseen) return finishUnseen(client, provider);
      return act === 'link'
        ? open({ intent: 'link', input: { method: provider, isBack: true } })
        : open({ intent: 'login', input: { back: provider, disableSignup } });
    },
  };
}

async function finishUnseen(client: LatchkeyClient, provider: OAuthProvider): Promise<Outcome> {
  try {
    const { finishOAuth } = await loadOAuth();
    const outcome = await finishOAuth(client);
    if (outcome.act === 'link') return { ok: true, result: outcome.change };
    // If a wallet cannot be created, the login still succeeds, and the next login tries again.
    if (needsWallet(client.getState())) await createDueWallets(client).catch(() => null);
    const user = client.getState().user ?? outcome.login.user;
    return { ok: true, result: { ...outcome.login, user, loginMethod: `${provider}_oauth` } };
  } catch (cause) {
    return { ok: false, error: isCode(cause) ? cause : new ServiceError('unknown_auth_error', { cause }) };
  }
}
