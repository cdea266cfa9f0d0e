import type { Failures, Incoming } from '../http/index.ts';
import type { Consent } from './index.ts';
import { lostPage, sentOn } from './returns.ts';

/** Where people come back, and what sends them on. */
export interface ReturnPages {
  /** Whether a party here posts its answer as a form, as Apple does. */
  readonly takesForms: boolean;
  readonly paths: readonly string[];
  readonly consent: Pick<Consent<object>, 'comeBack'>;
}

/**
 * The address that other parties send people back to; null for any other. Most send them with a query, Apple posts a form
 * (https://developer.apple.com/documentation/signinwithapplerestapi/request-an-authorization-to-the-sign-in-with-apple-server.).
 */
export async function serveReturn(
  { consent, paths, takesForms }: ReturnPages,
  request: Incoming,
  failures: Failures,
): Promise<Response | null> {
  if (!paths.includes(request.path)) return null;
  const attempt = failures.begin('callback-state');
  const answer =
    request.method === 'GET'
      ? new URLSearchParams(request.query)
      : request.method === 'POST' && takesForms
        ? new URLSearchParams(await request.readText())
        : null;
  if (!answer) return null;
  const target = await consent.comeBack(request.path, answer);
  if (target === null) return lostPage();
  attempt.right();
  return sentOn(target, request.method === 'POST');
}
