import { limits } from '@latchkey/wire';
import type { Environment } from '../environment.ts';
import { channelName, channelType } from './messages.ts';

/** How often it is looked whether the person closed the popup, in ms (XAPP-16). */
const closedPollMs = 300;

/** How a popup ended: with an answer, closed by the person, or after the time that it had. */
export type PopupEnd<T> = { readonly answer: T } | 'closed' | 'late';

/** Opens an empty popup, which a browser lets a page do while the person's press is being handled; null where it does not. */
export function openPopup({ window: page }: Environment): Window | null {
  return page?.open('', '_blank', 'popup,width=440,height=680') ?? null;
}

export interface PopupQuestion<T> {
  readonly popup: Window;
  readonly url: string;
  /** The answer in a message, or null where it is none. */
  read(event: MessageEvent, from: 'channel' | 'window'): T | null;
  /**
   * Whether the provider's pages cut the popup off from this page: then it looks closed from the first one on, and the
   * answer comes by the channel, or within two minutes not at all. @default false
   */
  readonly isCutOff?: boolean;
  /** The origin whose page in the popup may say that the next one cuts it off; the channel is heard from the start. */
  readonly cutOffBy?: string;
  /** How long the answer is waited for, in ms. @default 120,000 for a popup that is cut off, else as long as it is open */
  readonly longestMs?: number;
}

/** Sends a popup to an address, and waits for the message that answers, or for the person to close it. */
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
      // A window counts as closed before what it said last has arrived: it has one more look's time to.
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

/** Tells whether a message says that its popup is about to be cut off. */
const isChannelNotice = (data: unknown): boolean =>
  ((data ?? {}) as { readonly type?: unknown }).type === channelType;
