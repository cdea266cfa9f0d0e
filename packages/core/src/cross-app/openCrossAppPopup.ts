import { openPopup } from '../consent/index.ts';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/**
 * Opens an empty window for a provider app's page. Call it in a click handler. Returns null if the browser blocks it.
 *
 * @example
 * button.onclick = () => loginWithCrossAppAccount(client, { appId, popup: openCrossAppPopup(client) });
 */
export function openCrossAppPopup(client: LatchkeyClient): Window | null {
  return openPopup(contextsOf(client).page.environment);
}
