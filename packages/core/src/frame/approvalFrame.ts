import { type FrameReplies, type FrameRequests, fail, limits } from '@latchkey/wire';
import type { PageContext } from '../contexts.ts';
import { createFrameChannel } from './frameChannel.ts';

/** Longest delay that a timer supports. The user may take as long as they like to review. */
const noHurryMs = 2 ** 31 - 1;

/** Requests that the approval page shows to the user. */
export type ApprovedEvent = 'privy:farcaster:sign' | 'privy:wallets:recover' | 'privy:wallets:rpc';

export interface ApprovalFrameInput {
  readonly container: HTMLElement;
  readonly theme: 'light' | 'dark';
  readonly locale: string;
  /** Aborting it removes the page and cancels the request. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Mounts the approval page in an element of the host page, sends it a request to sign or to recover the wallet, and
 * removes it after the answer. The page uses the same messages as the hidden frame.
 *
 * @throws ServiceError `user_rejected_request`, `wallet_proxy_timeout` if the page does not answer in time or is
 *   removed, `no_api` without a host page, or the approval page's own error
 */
export async function callApprovalFrame<E extends ApprovedEvent>(
  page: PageContext,
  { container, theme, locale, signal }: ApprovalFrameInput,
  event: E,
  data: FrameRequests[E],
): Promise<FrameReplies[E]> {
  const { options, base, environment } = page;
  const hostWindow = environment.window ?? fail('no_api');
  const query = new URLSearchParams({ caid: page.analyticsId(), theme, locale });
  if (options.clientId) query.set('client_id', options.clientId);
  const frame = hostWindow.document.createElement('iframe');
  frame.title = 'Latchkey approval';
  frame.setAttribute('allow', '');
  frame.style.cssText = 'display: block; width: 100%; height: 100%; border: 0';
  frame.src = `${base.get().url}/apps/${encodeURIComponent(options.appId)}/embedded-wallets/approve?${query}`;
  const channel = createFrameChannel(() => frame.contentWindow, base.get().url, environment.clock);
  const end = () => {
    hostWindow.removeEventListener('message', channel.receive);
    frame.remove();
    channel.close();
  };
  hostWindow.addEventListener('message', channel.receive);
  signal?.addEventListener('abort', end);
  try {
    await new Promise((resolve) => {
      frame.addEventListener('load', resolve, { once: true });
      signal?.addEventListener('abort', resolve);
      container.append(frame);
    });
    await channel.request('approve', 'privy:iframe:ready', {}, limits.proxyReplyMs);
    return await channel.request('approve', event, data, noHurryMs);
  } finally {
    end();
  }
}
