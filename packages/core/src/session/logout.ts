import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/**
 * Logs the user out of this browser's tabs, of the wallet frame and, if it can be reached, of the service.
 *
 * @throws ServiceError `no_api` on a server
 */
export async function logout(client: LatchkeyClient): Promise<void> {
  await contextsOf(client).session.logout();
}
