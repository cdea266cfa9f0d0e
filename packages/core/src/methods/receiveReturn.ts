import { answerOpener, type ConsentReturn, readReturn } from '../consent/index.ts';
import type { PageContext } from '../contexts.ts';
import { findFlow } from './oauth/flows.ts';
import { takeTelegramParams } from './telegram/takeTelegramParams.ts';

/**
 * Receives the answer of a provider, or the data with which Telegram opened the page. In a popup, the answer is
 * passed to the page that opened it.
 *
 * @returns `answered` if this page was such a popup and has nothing else to do; null if there is no answer
 */
export function receiveReturn(
  page: PageContext,
  parameters: Readonly<Record<string, string>>,
): ConsentReturn | 'answered' | null {
  const { window: hostWindow } = page.environment;
  if (!hostWindow) return null;
  const returned = readReturn(parameters);
  if (!returned) {
    const opened = takeTelegramParams(hostWindow);
    page.telegramReturn.set(opened);
    page.miniApp.set(opened?.telegram_web_app_data ? opened : null);
    return null;
  }
  const kind = findFlow(page.storage, returned.stateCode)?.kind ?? null;
  return answerOpener(hostWindow, returned, kind) ? 'answered' : returned;
}
