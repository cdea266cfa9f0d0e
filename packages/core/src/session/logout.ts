import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/**
 * Logs out, on the service, in the wallet frame and in all tabs. Never fails for the service: a person who leaves has left.
 *
 * @throws ServiceError `no_api` on a server
 */
export async function logout(client: LatchkeyClient): Promise<void> {
  await contextsOf(client).session.logout();
}
