import type { HostedRequest } from '@latchkey/core/hosted';
import type { CrossAppMessage } from '@latchkey/wire';
import { dropHostedRequest } from './keepHostedRequest.ts';

/** The window that opened this one; null where the browser has parted the two. */
export const findOpener = (): Window | null => window.opener as Window | null;

/**
 * Answers the page that asked, and closes the window.
 *
 * Threat: the window that opened this one may show another page by now; the browser gives the message to none but the
 * requester's origin.
 */
export function answerOpener(
  { requester }: Pick<HostedRequest, 'requester'>,
  message: CrossAppMessage,
): void {
  if (hasAnswered) return;
  hasAnswered = true;
  dropHostedRequest();
  findOpener()?.postMessage(message, requester.origin);
  // Published clients look every 300 ms whether this window is closed, and a busy browser may tell them so before it hands
  // them the message: what was signed would count as refused. They close it themselves, once they have heard.
  window.setTimeout(() => window.close(), closeAfterMs);
}

const closeAfterMs = 500;
let hasAnswered = false;

/** The person said no. */
export const rejection: CrossAppMessage = {
  type: 'PRIVY_CROSS_APP_ACTION_ERROR',
  error: 'User rejected request',
  code: 'user_rejected_request',
  errorCode: 4001,
};

/** Nothing came of it, with why. */
export function failure(error: unknown): CrossAppMessage {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return {
    type: 'PRIVY_CROSS_APP_ACTION_ERROR',
    // A node's text can be long, and published clients take an empty one for none.
    error: (typeof message === 'string' && message.slice(0, 200)) || 'The request failed',
    ...(typeof code === 'string' ? { code } : {}),
  };
}

/** The token or key of the requester names no connection any more: it is told to forget it. */
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
 * Tells the opener, when this window leaves for a provider of social login, that the answer comes over the channel: such
 * providers part windows, and a window that cannot be seen any more looks closed.
 */
export function announceExit(
  { requester }: Pick<HostedRequest, 'requester'>,
  storagePrefix: string,
): () => void {
  const leave = () => {
    if (!hasRedirect(storagePrefix)) return;
    findOpener()?.postMessage({ type: 'PRIVY_OAUTH_USE_BROADCAST_CHANNEL' }, requester.origin);
  };
  // A provider that parts the two has done so before this page hides; not every browser tells of what comes before.
  const events = ['beforeunload', 'pagehide'] as const;
  for (const name of events) window.addEventListener(name, leave);
  return () => {
    for (const name of events) window.removeEventListener(name, leave);
  };
}

/** Whether the client has just left for a provider in this window: it keeps so under the wire's name (protocol §5). */
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
