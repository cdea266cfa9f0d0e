import type { Environment } from '../environment.ts';
import { answerType, channelName, errorType } from './messages.ts';
import type { ConsentReturn } from './readReturn.ts';

type Page = NonNullable<Environment['window']>;

/**
 * Sends the result of a consent to the page that opened this popup, and closes the popup. A page of another origin
 * could open this window to steal the code, so only the page's own origin gets it (S35).
 *
 * @param flow how this browser started the visit with this state: `redirect` if a page left for the provider and this
 *   page is its return, so nothing is sent; `popup` if a page of this origin opened a popup; null if this browser has
 *   not stored the visit: only visits of social login are stored
 * @returns true if this page was such a popup, and has nothing else to do
 */
export function answerOpener(
  page: Page,
  { code, stateCode, provider }: ConsentReturn,
  flow: 'popup' | 'redirect' | null,
): boolean {
  const hasOpener = isOpenedByOwn(page);
  // A provider may separate its popup from the opener. Then the answer goes through the channel.
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

/** Returns true if a page of the same origin opened this one. */
export function isOpenedByOwn(page: Page): boolean {
  try {
    return (
      Boolean(page.opener) && page.opener !== page && page.opener.location.origin === page.location.origin
    );
  } catch {
    return false; // an opener of another origin, whose location cannot be read
  }
}

/** Returns true if a page of another origin opened this one. */
export function isOpenedByStranger(page: Page): boolean {
  return Boolean(page.opener) && page.opener !== page && !isOpenedByOwn(page);
}
