import { isCode, limits, ServiceError } from '@latchkey/wire';
import type { CheckedOptions } from '../config/index.ts';
import type { Clock, Environment } from '../environment.ts';
import type { Store } from '../store.ts';
import { createFrameChannel, type FrameChannel, timedOut } from './frameChannel.ts';

/** State of the hidden wallet frame: not mounted, mounted without an answer yet, answering, or given up. */
export type WalletFrameStatus = 'absent' | 'mounting' | 'ready' | 'failed';

export interface WalletFrameState {
  readonly status: WalletFrameStatus;
  /** Reason for the status `failed`, if known. */
  readonly error: ServiceError | null;
  /**
   * False if the browser blocks the frame's storage, as some do if the service is on another site: the wallet must
   * then be recovered after each page load. A service on a subdomain of the host's site avoids this. Null until the
   * frame has answered.
   */
  readonly hasLastingStorage: boolean | null;
}

export interface WalletFrame extends Pick<FrameChannel, 'request'> {
  /** Mounts the frame unless one is in the page that has not failed. */
  mount(): void;
  unmount(): void;
  /**
   * Removes a frame that did not answer, and optionally mounts a new one.
   * @param generation the frame to replace, from `becomeReady`; if it was replaced already, nothing happens; null
   *   for a frame that never became ready
   */
  replace(generation: number | null, by: 'new' | 'none'): void;
  /**
   * Waits until the frame answers, and mounts it if necessary.
   * @returns the generation of the frame that answers
   * @throws ServiceError `wallet_proxy_timeout` after `waitMs`, or the error with which the frame failed
   */
  becomeReady(waitMs: number): Promise<number>;
  /** Tells the frame, if it is ready, to lock the vault. Does not wait for its answer (SESS-18). */
  forget(userId: string | null): void;
}

export interface WalletFrameParts {
  readonly options: CheckedOptions;
  readonly clock: Clock;
  readonly page: NonNullable<Environment['window']>;
  readonly analyticsId: string;
  readonly state: Store<WalletFrameState>;
}

/** Creates the host page's side of the wallet frame, without mounting it (docs/wire/protocol.md §4.1). */
export function createWalletFrame(parts: WalletFrameParts): WalletFrame {
  const { options, clock, page, state } = parts;
  let element: HTMLIFrameElement | null = null;
  let generation = 0;
  let hasRemounted = false;
  let pingTimer: unknown;
  const channel = createFrameChannel(() => element?.contentWindow ?? null, options.apiUrl, clock);

  /** Pings until the page answers, because a message that arrives before the page listens is lost (FRAME-05). */
  function ping(left: number): void {
    if (left === 0) {
      conclude('failed', timedOut('initialize'));
      return;
    }
    channel.post(
      'privy:iframe:ready',
      {},
      {
        operation: 'initialize',
        resolve: (reply) => conclude('ready', null, isLasting(reply)),
        // Pings to a removed frame time out, which says nothing about the next frame.
        reject: (error) => {
          if (!isCode(error, 'wallet_proxy_timeout')) conclude('failed', error);
        },
      },
    );
    pingTimer = clock.setTimeout(() => ping(left - 1), limits.framePingMs);
  }

  function conclude(
    status: 'ready' | 'failed',
    error: ServiceError | null,
    hasLastingStorage: boolean | null = null,
  ): void {
    if (state.get().status !== 'mounting') return;
    clock.clearTimeout(pingTimer);
    if (status === 'ready') hasRemounted = false;
    state.set({ status, error, hasLastingStorage });
  }

  /** Starts a generation. Requests of the earlier one fail, because they will get no answer. */
  function begin(status: WalletFrameStatus, error: ServiceError | null = null): void {
    generation += 1;
    clock.clearTimeout(pingTimer);
    state.set({ status, error, hasLastingStorage: null });
    channel.close();
  }

  function remove(status: WalletFrameStatus, error: ServiceError | null = null): void {
    page.removeEventListener('message', channel.receive);
    page.document.removeEventListener('securitypolicyviolation', seeBlocked);
    element?.remove();
    element = null;
    begin(status, error);
  }

  /** A frame that the host's policy blocks never answers. Only the page's violation event reports the reason. */
  function seeBlocked({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
    if (disposition !== 'enforce' || effectiveDirective !== 'frame-src') return;
    if (blockedURI.startsWith(options.apiUrl)) remove('failed', blockedBy(options.apiUrl));
  }

  function mount(): void {
    if (element?.isConnected && state.get().status !== 'failed') return;
    if (element) remove('mounting'); // the frame gave up, or the host page removed it
    const mounted = createElement(parts);
    element = mounted;
    let isFirst = true;
    mounted.addEventListener('load', () => {
      if (element !== mounted) return;
      if (isFirst || hasRemounted) {
        isFirst = false;
        begin('mounting');
        ping(limits.framePings);
        return;
      }
      // A second document loaded in the element: the host navigated the frame, or the browser reloaded it. A new
      // element loads our address again. It is created only once until it answers, because a page that redirects
      // would cause an endless loop.
      hasRemounted = true;
      remove('mounting');
      mount();
    });
    page.addEventListener('message', channel.receive);
    page.document.addEventListener('securitypolicyviolation', seeBlocked);
    (page.document.body ?? page.document.documentElement).append(element);
    begin('mounting');
  }

  return {
    request: channel.request,
    mount,
    unmount: () => remove('absent'),
    replace(asked, by) {
      if (asked !== null && asked !== generation) return;
      remove(by === 'new' ? 'mounting' : 'failed');
      if (by === 'new') mount();
    },
    async becomeReady(waitMs) {
      mount();
      await untilReady(state, clock, waitMs);
      return generation;
    },
    forget(userId) {
      if (state.get().status === 'ready') channel.post('privy:mfa:clear', userId ? { userId } : {});
    },
  };
}

/**
 * Creates the hidden iframe (FRAME-01, FRAME-02): without size, focus and permissions, and hidden from screen
 * readers.
 */
function createElement({ options, page, analyticsId }: WalletFrameParts): HTMLIFrameElement {
  const query = new URLSearchParams({ caid: analyticsId });
  if (options.clientId) query.set('client_id', options.clientId);
  const element = page.document.createElement('iframe');
  element.name = 'latchkey-wallet';
  element.title = 'Latchkey wallet';
  element.width = '0';
  element.height = '0';
  element.style.display = 'none';
  element.tabIndex = -1;
  element.setAttribute('aria-hidden', 'true');
  element.setAttribute('allow', '');
  element.src = `${options.apiUrl}/apps/${encodeURIComponent(options.appId)}/embedded-wallets?${query}`;
  return element;
}

function isLasting(reply: unknown): boolean | null {
  const { lastingStorage } = (reply ?? {}) as { lastingStorage?: unknown };
  return typeof lastingStorage === 'boolean' ? lastingStorage : null;
}

const blockedBy = (origin: string) =>
  new ServiceError('unknown_embedded_wallet_error', {
    message: `The page's Content-Security-Policy blocks the wallet frame. Add ${origin} to its frame-src.`,
    details: { directive: 'frame-src', origin },
  });

function untilReady(state: Store<WalletFrameState>, clock: Clock, waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => end(() => reject(timedOut('initialize'))), waitMs);
    const look = () => {
      const { status, error } = state.get();
      if (status === 'ready') end(resolve);
      if (status === 'failed' || status === 'absent') end(() => reject(error ?? timedOut('initialize')));
    };
    const stop = state.subscribe(look);
    const end = (settle: () => void) => {
      clock.clearTimeout(timer);
      stop();
      settle();
    };
    look();
  });
}
