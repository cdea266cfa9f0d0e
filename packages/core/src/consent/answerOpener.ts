import type { Environment } from '../environment.ts';
import { answerType, channelName, errorType } from './messages.ts';
import type { ConsentReturn } from './readReturn.ts';

type Page = NonNullable<Environment['window']>;

/**
 * Where this page is the popup of a consent that has come back, tells the page that opened it how it ended, and closes it.
 * It does so only to its own origin: the code is no other user's (S35).
 *
 * @param flow what this browser knows of it: `redirect` this page's client began it itself, as it may in a window that some
 *   page had opened; `popup` another page's did, in this window; null nothing
 * @returns whether it was that popup, and has nothing else to do
 */
export function answerOpener(
  page: Page,
  { code, stateCode, provider }: ConsentReturn,
  flow: 'popup' | 'redirect' | null,
): boolean {
  const hasOpener = isOpenedByOwn(page);
  // A provider may cut its popup off from the opener: then the answer goes by the channel.
  const isCutOff = !hasOpener && (flow === 'popup' || provider.startsWith('privy:'));
  if (flow === 'redirect' || !(hasOpener || isCutOff)) return false;
  const answer =
    code === 'error'
      ? { type: errorType, error: 'Something went wrong. Try again.' }
      : { type: answerType, stateCode, authorizationCode: code };
  if (hasOpener) {
    page.opener.postMessage(answer, page.location.origin);
  } else {
    const channel = new page.BroadcastChannel(channelName);
    channel.postMessage(answer);
    channel.close();
  }
  page.close();
  return true;
}

/** Tells whether a page of the same origin opened this one. */
export function isOpenedByOwn(page: Page): boolean {
  try {
    return (
      Boolean(page.opener) && page.opener !== page && page.opener.location.origin === page.location.origin
    );
  } catch {
    return false; // another origin's: the browser does not even tell which
  }
}

/** Tells whether a page of another origin opened this one. */
export function isOpenedByStranger(page: Page): boolean {
  return Boolean(page.opener) && page.opener !== page && !isOpenedByOwn(page);
}
