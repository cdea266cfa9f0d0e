import type { HostedRequest } from '@latchkey/core/hosted';
import type { CrossAppMessage } from '@latchkey/wire';
import { dropHostedRequest } from './keepHostedRequest.ts';

/** Returns the window that opened this one. Null if there is none, or the browser has separated the two. */
export const findOpener = (): Window | null => window.opener as Window | null;

/**
 * Sends the answer to the requesting page, and closes the window. Further calls have no effect.
 *
 * The opener may have navigated to an attacker's page meanwhile. The message's target origin is the requester's, so the
 * browser does not deliver it to a page of another origin.
 */
export function answerOpener(
  { requester }: Pick<HostedRequest, 'requester'>,
  message: CrossAppMessage,
): void {
  if (hasAnswered) return;
  hasAnswered = true;
  dropHostedRequest();
  findOpener()?.postMessage(message, requester.origin);
  // Published clients check every 300 ms if this window is closed. In a busy browser they may notice that before they
  // receive the message, and treat a signed request as refused. They close the window themselves once they have the
  // message.
  window.setTimeout(() => window.close(), closeAfterMs);
}

const closeAfterMs = 500;
let hasAnswered = false;

/** Answer if the user rejected the request. */
export const rejection: CrossAppMessage = {
  type: 'PRIVY_CROSS_APP_ACTION_ERROR',
  error: 'User rejected request',
  code: 'user_rejected_request',
  errorCode: 4001,
};

/** Returns the answer to a failed request, with the reason. */
export function failure(error: unknown): CrossAppMessage {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return {
    type: 'PRIVY_CROSS_APP_ACTION_ERROR',
    // A node's message can be long, and published clients ignore an empty one.
    error: (typeof message === 'string' && message.slice(0, 200)) || 'The request failed',
    ...(typeof code === 'string' ? { code } : {}),
  };
}

/** Returns the answer to a requester without a valid connection. It tells the requester to remove its token or key. */
export function notConnected({ by, token }: Pick<HostedRequest, 'by' | 'token'>): CrossAppMessage {
  const clear = token ?? { action: 'clear' as const };
  return {
    type: 'PRIVY_CROSS_APP_ACTION_ERROR',
    error: 'Transactions require a valid token',
    code: 'missing_or_invalid_token',
    ...(by === 'sealed' ? { mwp: clear } : { token: clear }),
  };
}

export const readOnly: CrossAppMessage = {
  type: 'PRIVY_CROSS_APP_ACTION_ERROR',
  error: 'Cannot transact against a read-only provider app',
  code: 'not_supported',
};

/**
 * When this window leaves for a social login provider, tells the opener that the answer comes over a broadcast channel.
 * Some providers separate the two windows, and a separated window looks closed to its opener.
 *
 * @returns a function that stops this
 */
export function announceExit(
  { requester }: Pick<HostedRequest, 'requester'>,
  storagePrefix: string,
): () => void {
  const leave = () => {
    if (!hasRedirect(storagePrefix)) return;
    findOpener()?.postMessage({ type: 'PRIVY_OAUTH_USE_BROADCAST_CHANNEL' }, requester.origin);
  };
  // The provider has separated the windows before `pagehide`, but not every browser fires `beforeunload`.
  const events = ['beforeunload', 'pagehide'] as const;
  for (const name of events) window.addEventListener(name, leave);
  return () => {
    for (const name of events) window.removeEventListener(name, leave);
  };
}

/**
 * Returns true if the client started a redirect to a provider within the last minute. Reads the visits to providers
 * that the client stores (`OAuthFlow` in `packages/core`).
 */
function hasRedirect(storagePrefix: string): boolean {
  try {
    const kept = JSON.parse(window.localStorage.getItem(`${storagePrefix}privy:oauth_flows`) ?? 'null');
    const flows = JSON.parse(typeof kept === 'string' ? kept : '[]') as {
      kind?: string;
      startedAtMs?: number;
    }[];
    return flows.some(
      ({ kind, startedAtMs = 0 }) => kind === 'redirect' && Date.now() - startedAtMs < 60_000,
    );
  } catch {
    return false;
  }
}
