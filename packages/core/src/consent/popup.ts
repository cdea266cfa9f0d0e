import type { Environment } from '../environment.ts';
import { channelName } from './messages.ts';

/** How often it is looked whether the person closed the popup, in ms (XAPP-16). */
const closedPollMs = 300;
/** How long a popup that is cut off is waited for, in ms. docs/wire/protocol.md §2.13. */
const longestMs = 120_000;

/** How a popup ended: with an answer, or closed by the person. */
export type PopupEnd<T> = { readonly answer: T } | 'closed';

interface PopupQuestion<T> {
  readonly popup: Window;
  readonly url: string;
  /** The answer in a message, or null where it is none. */
  read(event: MessageEvent, from: 'channel' | 'window'): T | null;
  /**
   * Whether the provider's pages cut the popup off from this page: then it looks closed from the first one on, and the
   * answer comes by the channel, or within two minutes not at all. @default false
   */
  readonly isCutOff?: boolean;
}

/** Sends a popup to an address, and waits for the message that answers, or for the person to close it. */
export function askPopup<T>(
  { clock, window: page }: Environment,
  { popup, url, read, isCutOff = false }: PopupQuestion<T>,
): Promise<PopupEnd<T>> {
  return new Promise((resolve) => {
    const channel = isCutOff && page ? new page.BroadcastChannel(channelName) : null;
    const endMs = clock.now() + longestMs;
    let timer: unknown;
    let wasClosed = false;
    function end(result: PopupEnd<T>): void {
      clock.clearTimeout(timer);
      page?.removeEventListener('message', hear);
      channel?.close();
      resolve(result);
    }
    function hear(event: MessageEvent): void {
      const answer = read(event, event.currentTarget === channel ? 'channel' : 'window');
      if (answer !== null) end({ answer });
    }
    function look(): void {
      const isOver = isCutOff ? clock.now() >= endMs : wasClosed;
      // A window counts as closed before what it said last has arrived: it has one more look's time to.
      wasClosed = popup.closed;
      if (isOver) end('closed');
      else timer = clock.setTimeout(look, closedPollMs);
    }
    page?.addEventListener('message', hear);
    channel?.addEventListener('message', hear);
    popup.location.href = url;
    look();
  });
}
