import { limits } from '@latchkey/wire';
import type { Environment } from '../environment.ts';
import { channelName, channelType } from './messages.ts';

/** Interval in ms at which a popup is checked for having been closed by the user (XAPP-16). */
const closedPollMs = 300;

/** Outcome of a popup: an answer, closed by the user, or timed out. */
export type PopupEnd<T> = { readonly answer: T } | 'closed' | 'late';

/**
 * Opens an empty popup. Browsers block popups outside a user gesture, such as a click. Returns null if the popup is
 * blocked.
 */
export function openPopup({ window: page }: Environment): Window | null {
  return page?.open('', '_blank', 'popup,width=440,height=680') ?? null;
}

export interface PopupQuestion<T> {
  readonly popup: Window;
  readonly url: string;
  /** Returns the answer that a message contains; null for another message. */
  read(event: MessageEvent, from: 'channel' | 'window'): T | null;
  /**
   * True if the provider's pages separate the popup from this page. It then looks closed, and its answer comes
   * through the channel. @default false
   */
  readonly isCutOff?: boolean;
  /**
   * Origin from which the popup may announce that its next page separates it. If set, the channel is open from the
   * start.
   */
  readonly cutOffBy?: string;
  /** Timeout in ms. @default 120,000 for a separated popup, otherwise none while it is open */
  readonly longestMs?: number;
}

/** Navigates a popup to an address, and waits for an answer, until the user closes the popup, or until the timeout. */
export function waitForPopup<T>(
  { clock, window: page }: Environment,
  { popup, url, read, isCutOff = false, cutOffBy, longestMs }: PopupQuestion<T>,
): Promise<PopupEnd<T>> {
  return new Promise((resolve) => {
    const channel =
      (isCutOff || cutOffBy !== undefined) && page ? new page.BroadcastChannel(channelName) : null;
    const startMs = clock.monotonicNow();
    let looksClosed = isCutOff;
    let timer: unknown;
    let wasClosed = false;
    function end(result: PopupEnd<T>): void {
      clock.clearTimeout(timer);
      page?.removeEventListener('message', hearWindow);
      channel?.close();
      resolve(result);
    }
    function hear(event: MessageEvent, from: 'channel' | 'window'): void {
      if (event.source === popup && event.origin === cutOffBy && isChannelNotice(event.data))
        looksClosed = true;
      const answer = read(event, from);
      if (answer !== null) end({ answer });
    }
    const hearWindow = (event: MessageEvent) => hear(event, 'window');
    function look(): void {
      const isClosed = wasClosed && !looksClosed;
      const mostMs = longestMs ?? (looksClosed ? limits.crossAppWaitMs : Number.POSITIVE_INFINITY);
      const isLate = clock.monotonicNow() - startMs >= mostMs;
      // A popup's last message may arrive after it counts as closed, so it gets one more interval.
      wasClosed = popup.closed;
      if (isClosed || isLate) end(isClosed ? 'closed' : 'late');
      else timer = clock.setTimeout(look, closedPollMs);
    }
    page?.addEventListener('message', hearWindow);
    channel?.addEventListener('message', (event) => hear(event, 'channel'));
    popup.location.href = url;
    look();
  });
}

const isChannelNotice = (data: unknown): boolean =>
  ((data ?? {}) as { readonly type?: unknown }).type === channelType;
