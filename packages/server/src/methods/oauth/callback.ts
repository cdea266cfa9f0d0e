import { oauthCallbackPath } from '@latchkey/wire';
import { type Failures, type Incoming, lostPage, sentOn } from '../../http/index.ts';
import type { Flow } from './flow.ts';

const paths = [oauthCallbackPath, `${oauthCallbackPath}/oidc`];

/**
 * The address that providers send people back to; null for any other. Most send them with a query, Apple posts a form
 * (https://developer.apple.com/documentation/signinwithapplerestapi/request-an-authorization-to-the-sign-in-with-apple-server.).
 */
export async function serveCallback(
  flow: Pick<Flow, 'comeBack'>,
  request: Incoming,
  failures: Failures,
): Promise<Response | null> {
  if (!paths.includes(request.path)) return null;
  const attempt = failures.begin('callback-state');
  const answer =
    request.method === 'GET'
      ? new URLSearchParams(request.query)
      : request.method === 'POST'
        ? new URLSearchParams(await request.readText())
        : null;
  if (!answer) return null;
  const target = await flow.comeBack(request.path, answer);
  if (target === null) return lostPage();
  attempt.right();
  return sentOn(target, request.method === 'POST');
}
