import { fail, type OAuthProvider, oauthProviders, ServiceError } from '@latchkey/wire';
import { type ConsentReturn, isOpenedByStranger } from '../../consent/index.ts';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { type LoginResult, logout } from '../../session/index.ts';
import type { AccountChange } from '../changes/index.ts';
import { otherOrigin, refuseStranger } from '../refuseStranger.ts';
import { linkVisitor, logInVisitor } from '../visitors.ts';
import { dropFlow, findFlow, type OAuthAct, type OAuthFlow } from './flows.ts';
import { oauthAccountOf } from './oauthAccountOf.ts';
import { tellOAuthTokens } from './tellTokens.ts';

/** Return from a provider, and the purpose of the visit. */
export interface OAuthReturn {
  readonly provider: OAuthProvider;
  /** `login` also for a visit that this browser did not start. */
  readonly act: OAuthAct;
  readonly disableSignup: boolean;
  readonly isHeadless: boolean;
}

export type OAuthOutcome =
  | { readonly act: 'login'; readonly login: LoginResult }
  | { readonly act: 'link'; readonly change: AccountChange };

/** Clients whose user left while a login was being finished. The login is then undone. */
const left = new WeakSet<LatchkeyClient>();

/** Returns the provider's answer that the page was opened with, or null. Does not consume it. */
export async function findOAuthReturn(client: LatchkeyClient): Promise<OAuthReturn | null> {
  const { arrival, storage } = contextsOf(client).page;
  const returned = await arrival.get();
  if (!returned || returned === 'answered') return null;
  const provider = oauthProviders.find((id) => id === returned.provider);
  if (!provider) return null;
  const {
    act = 'login',
    disableSignup = false,
    isHeadless = false,
  } = findFlow(storage, returned.stateCode) ?? {};
  return { provider, act, disableSignup, isHeadless };
}

/**
 * Finishes the login or link after which a provider returned the user to this page.
 *
 * @throws ServiceError `no_auth_flow` if the page has no answer of a provider, it was finished before, or it is for a
 *   login and a user who is not a guest is signed in, `oauth_unexpected` for an answer to a visit that this browser did
 *   not start, `oauth_user_denied`, `oauth_account_suspended`, `exited_auth_flow` after {@link leaveOAuth}, and the
 *   other codes of the routes
 * @example
 * if (await findOAuthReturn(client)) await finishOAuth(client);
 */
export async function finishOAuth(client: LatchkeyClient): Promise<OAuthOutcome> {
  const { page } = contextsOf(client);
  const returned = await page.arrival.take();
  if (!returned || returned === 'answered') return fail('no_auth_flow');
  const flow = findFlow(page.storage, returned.stateCode);
  // Deleted before it is checked, so a visit can be finished only once.
  dropFlow(page.storage, returned);
  if (flow?.provider !== returned.provider) return refuseReturn(client, returned);
  left.delete(client);
  if (!client.getState().ready) await client.start();
  const { ready, error } = client.getState();
  if (!ready) throw error ?? new ServiceError('network_error');
  const outcome = await redeem(client, flow, returned.code);
  if (left.has(client) && outcome.act === 'login') {
    await logout(client);
    fail('exited_auth_flow');
  }
  return outcome;
}

/** Undoes the login that is being finished, because the user left before its end. */
export function leaveOAuth(client: LatchkeyClient): void {
  left.add(client);
}

/** Exchanges a code for a login or a link. @throws ServiceError the codes of {@link toProof} and of the routes */
export async function redeem(client: LatchkeyClient, flow: OAuthFlow, code: string): Promise<OAuthOutcome> {
  const { act, disableSignup, provider } = flow;
  const proof = toProof(flow, code);
  if (act === 'link') return { act, change: await link(client, flow, proof) };
  const login = await logInVisitor(client, {
    proof,
    method: provider,
    disableSignup,
    onReply: (reply) => tellOAuthTokens(client, provider, reply),
  });
  return { act, login };
}

/**
 * Returns the proof for the service.
 *
 * @throws ServiceError `oauth_user_denied` or `unknown_auth_error` if the provider returned no code
 */
export function toProof({ codeVerifier, stateCode }: OAuthFlow, code: string) {
  if (code === 'undefined') fail('oauth_user_denied');
  if (code === 'error') fail('unknown_auth_error', { message: 'Something went wrong. Try again.' });
  return { authorization_code: code, state_code: stateCode, code_verifier: codeVerifier };
}

function link(
  client: LatchkeyClient,
  { provider, userId }: OAuthFlow,
  proof: { authorization_code: string; state_code: string; code_verifier: string },
): Promise<AccountChange> {
  return linkVisitor(client, {
    userId,
    proof,
    onReply: (reply) => tellOAuthTokens(client, provider, reply),
    accountOf: (user) => oauthAccountOf(user, provider),
  });
}

/**
 * Refuses the answer. If a page of another origin opened this window, the error says so, because that page may have
 * started the visit.
 */
function refuseReturn(client: LatchkeyClient, { provider }: ConsentReturn): never {
  const { window: page } = contextsOf(client).page.environment;
  return refuseStranger(client, provider, page && isOpenedByStranger(page) ? otherOrigin : undefined);
}
