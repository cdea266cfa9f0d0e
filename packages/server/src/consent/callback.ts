import type { Incoming } from '../http/index.ts';
import type { Consent } from './index.ts';
import { lostPage, sentOn } from './returns.ts';

/** Paths that other parties send users back to, and the consent that handles their return. */
export interface ReturnPages {
  /** True if a party that returns to these paths posts its answer as a form, as Apple does. */
  readonly takesForms: boolean;
  readonly paths: readonly string[];
  readonly consent: Pick<Consent<object>, 'comeBack'>;
}

/**
 * Answers a path that other parties send users back to. Returns null for any other path or method. Most parties send a
 * query; Apple posts a form
 * (https://developer.apple.com/documentation/signinwithapplerestapi/request-an-authorization-to-the-sign-in-with-apple-server.).
 */
export async function serveReturn(
  { consent, paths, takesForms }: ReturnPages,
  request: Incoming,
): Promise<Response | null> {
  if (!paths.includes(request.path)) return null;
  const answer =
    request.method === 'GET'
      ? new URLSearchParams(request.query)
      : request.method === 'POST' && takesForms
        ? new URLSearchParams(await request.readText())
        : null;
  if (!answer) return null;
  const target = await consent.comeBack(request.path, answer);
  return target === null ? lostPage() : sentOn(target, request.method === 'POST');
}
