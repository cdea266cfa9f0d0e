import { openPopup } from '../consent/index.ts';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/**
 * Opens the empty window of another app's page, in the press that asks for it; null where the browser opens none.
 *
 * @example
 * button.onclick = () => loginWithCrossAppAccount(client, { appId, popup: openCrossAppPopup(client) });
 */
export function openCrossAppPopup(client: LatchkeyClient): Window | null {
  return openPopup(contextsOf(client).page.environment);
}
