import { requesterRoutes } from '@latchkey/wire';
import { type Internals, internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { CrossAppDetails } from './crossApp.ts';
import { originOf } from './providers.ts';

/** By app, for as long as the page lives. */
const detailsOf = new WeakMap<Internals, Map<string, Promise<CrossAppDetails>>>();

/**
 * Loads what a landing shows of an app before anyone is connected to it. Asked once a page; after a failure anew.
 *
 * @throws ServiceError `app_not_found`, and what the network says
 */
export async function loadCrossAppDetails(client: LatchkeyClient, appId: string): Promise<CrossAppDetails> {
  const internals = internalsOf(client);
  const known = detailsOf.get(internals) ?? new Map<string, Promise<CrossAppDetails>>();
  detailsOf.set(internals, known);
  const asked = known.get(appId) ?? hostedRequest(internals, appId);
  known.set(appId, asked);
  return asked.catch((error) => {
    known.delete(appId);
    throw error;
  });
}

async function hostedRequest({ call }: Internals, id: string): Promise<CrossAppDetails> {
  const { name, icon_url: logoUrl } = await call()(requesterRoutes.crossAppDetails, { params: { id } });
  return { name, ...(logoUrl && originOf(logoUrl) ? { logoUrl } : {}) };
}
