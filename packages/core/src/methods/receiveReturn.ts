import { answerOpener, type ConsentReturn, readReturn } from '../consent/index.ts';
import type { Internals } from '../internals.ts';
import { findFlow } from './oauth/flows.ts';
import { takeTelegramParams } from './telegram/takeTelegramParams.ts';

/**
 * Receives what the page came back with from a provider, or was opened with by Telegram. A popup's answer goes to the page that opened it.
 *
 * @returns `answered` where this page was such a popup, and has nothing else to do; null for what is no return
 */
export function receiveReturn(
  internals: Internals,
  parameters: Readonly<Record<string, string>>,
): ConsentReturn | 'answered' | null {
  const { window: page } = internals.environment;
  if (!page) return null;
  const returned = readReturn(parameters);
  if (!returned) {
    const opened = takeTelegramParams(page);
    internals.telegramReturn = opened;
    internals.miniApp = opened?.telegram_web_app_data ? opened : null;
    return null;
  }
  const kind = findFlow(internals.storage, returned.stateCode)?.kind ?? null;
  return answerOpener(page, returned, kind) ? 'answered' : returned;
}
