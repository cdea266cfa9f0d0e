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

/** What this page came back with from a provider, and what it went there for. */
export interface OAuthReturn {
  readonly provider: OAuthProvider;
  /** As a login counts what this browser began nowhere. */
  readonly act: OAuthAct;
  readonly disableSignup: boolean;
  readonly isHeadless: boolean;
}

/** What a visit to a provider came to. */
export type OAuthOutcome =
  | { readonly act: 'login'; readonly login: LoginResult }
  | { readonly act: 'link'; readonly change: AccountChange };

/** Visits that no one waits for any more: what they come to is undone. */
const left = new WeakSet<LatchkeyClient>();

/** Tells what the page came back with, or null; nothing is used up. */
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
 * Finishes the login or link that this page came back from.
 *
 * @throws ServiceError `no_auth_flow` where it came back from none, or asked again, `oauth_unexpected` for a return that this browser did
 *   not begin, `oauth_user_denied`, `oauth_account_suspended`, and the other codes of the routes
 * @example
 * if (await findOAuthReturn(client)) await finishOAuth(client);
 */
export async function finishOAuth(client: LatchkeyClient): Promise<OAuthOutcome> {
  const { page } = contextsOf(client);
  const returned = await page.arrival.take();
  if (!returned || returned === 'answered') return fail('no_auth_flow');
  const flow = findFlow(page.storage, returned.stateCode);
  // Burnt before it is looked at: nothing that comes back ends two visits.
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

/** Has whatever login is being finished end logged out: the person left before it was. */
export function leaveOAuth(client: LatchkeyClient): void {
  left.add(client);
}

/** Exchanges a code for what the visit was for. @throws ServiceError the codes of authenticate and link */
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

/** What shows the service who came back. @throws ServiceError what the provider said in place of a code */
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

/** A window that another page opened says so: the two may have mistaken each other. */
function refuseReturn(client: LatchkeyClient, { provider }: ConsentReturn): never {
  const { window: page } = contextsOf(client).page.environment;
  return refuseStranger(client, provider, page && isOpenedByStranger(page) ? otherOrigin : undefined);
}
