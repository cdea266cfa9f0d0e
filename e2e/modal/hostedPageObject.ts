import { crossAppRoutes, emailRoutes, type ReplyOf, type Route } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import type { Harness } from '../harness/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: a route of whatever body and reply
type AnyRoute = Route<any, any>;

/** Caller of the service: a page of an app, and the user who is signed in there. */
interface Caller {
  readonly appId: string;
  readonly origin: string;
  readonly token?: string;
}

export async function call<R extends AnyRoute>(
  harness: Harness,
  route: R,
  { appId, origin, token }: Caller,
  body: object,
): Promise<ReplyOf<R>> {
  const response = await fetch(`${harness.url}${route.path}`, {
    method: route.method,
    headers: {
      'content-type': 'application/json',
      'privy-app-id': appId,
      origin,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(`${route.name} was answered ${JSON.stringify(reply)}`);
  return reply as ReplyOf<R>;
}

/** Logs a user in to an app by email, without a page. Returns the token. */
export async function logInAt(harness: Harness, appId: string, email: string): Promise<string> {
  const caller = { appId, origin: harness.host.origin };
  await call(harness, emailRoutes.sendCode, caller, { email });
  const code = await harness.inbox.nextCode(email);
  const { token } = await call(harness, emailRoutes.authenticate, caller, { email, code });
  return token ?? '';
}

/**
 * Answers another app's request as the hosted page does, for the user of a token.
 *
 * @param url address to which the service sent the user
 * @returns address to which the user is sent next
 */
export async function answerHosted(
  harness: Harness,
  url: string,
  { allow, token }: { allow: boolean; token: string },
): Promise<string> {
  const { origin, searchParams } = new URL(url);
  const caller = { appId: searchParams.get('app') ?? '', origin, token };
  const { handle } = await call(harness, crossAppRoutes.take, caller, { id: searchParams.get('id') });
  const reply = await call(harness, crossAppRoutes.answer, caller, { handle, allow });
  if (!('redirect_to' in reply)) throw new Error('The answer leads nowhere');
  return reply.redirect_to;
}

/** Answers the request that a popup shows on a hosted page, and waits until the popup has closed. */
export async function answerIn(
  harness: Harness,
  popup: Page,
  answer: { allow: boolean; token: string },
): Promise<void> {
  await popup.waitForURL('**/cross-app/connect?**');
  const closed = popup.waitForEvent('close');
  const back = await answerHosted(harness, popup.url(), answer);
  // The next page sends its message to the opener and closes itself, which also ends the navigation.
  await Promise.all([closed, popup.goto(back, { waitUntil: 'commit' }).catch(() => null)]);
}
