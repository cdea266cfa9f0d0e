import { answerOpener, type ConsentReturn, readReturn } from './consent/index.ts';
import type { Internals } from './internals.ts';
import { findFlow } from './methods/oauth/flows.ts';

/**
 * Receives what the page came back with from a provider. A popup's answer goes to the page that opened it.
 *
 * @returns `answered` where this page was such a popup, and has nothing else to do; null for what is no return
 */
export function receiveReturn(
  { environment: { window: page }, storage }: Internals,
  parameters: Readonly<Record<string, string>>,
): ConsentReturn | 'answered' | null {
  const returned = readReturn(parameters);
  if (!page || !returned) return null;
  const kind = findFlow(storage, returned.stateCode)?.kind ?? null;
  return answerOpener(page, returned, kind) ? 'answered' : returned;
}
