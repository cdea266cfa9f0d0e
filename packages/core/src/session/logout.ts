import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/**
 * Ends the session in this origin's tabs, in the wallet frame and, if the service can be reached, in the service.
 *
 * @throws ServiceError `no_api` on a server
 */
export async function logout(client: LatchkeyClient): Promise<void> {
  await contextsOf(client).session.logout();
}
