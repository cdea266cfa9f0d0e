import type { Environment } from '../../../environment.ts';

/** How often it is looked whether the person closed the popup, in ms. W§4. */
const closedPollMs = 300;

/** How a popup ended: with an answer, or closed by the person. */
export type PopupEnd<T> = { readonly answer: T } | 'closed';

/** Opens an empty popup, which a browser lets a page do while the person's press is being handled; null where it does not. */
export function openPopup({ window: page }: Environment): Window | null {
  return page?.open('', '_blank', 'popup,width=440,height=680') ?? null;
}

/**
 * Sends a popup to an address, and waits for the message that answers, or for the person to close it.
 *
 * @param read the answer in a message, or null where it is none
 */
export function askPopup<T>(
  { clock, window: page }: Environment,
  { popup, url, read }: { popup: Window; url: string; read: (event: MessageEvent) => T | null },
): Promise<PopupEnd<T>> {
  return new Promise((resolve) => {
    let timer: unknown;
    function end(result: PopupEnd<T>): void {
      clock.clearTimeout(timer);
      page?.removeEventListener('message', hear);
      resolve(result);
    }
    function hear(event: MessageEvent): void {
      const answer = read(event);
      if (answer !== null) end({ answer });
    }
    function look(): void {
      if (popup.closed) end('closed');
      else timer = clock.setTimeout(look, closedPollMs);
    }
    page?.addEventListener('message', hear);
    popup.location.href = url;
    look();
  });
}
