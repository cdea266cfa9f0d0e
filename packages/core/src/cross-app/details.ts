import { requesterRoutes } from '@latchkey/wire';
import { contextsOf, type PageContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { CrossAppDetails } from './crossApp.ts';
import { originOf } from './providers.ts';

/** By app, for as long as the page lives. */
const detailsOf = new WeakMap<PageContext, Map<string, Promise<CrossAppDetails>>>();

/**
 * Loads what a landing shows of an app before anyone is connected to it. Asked once a page; after a failure anew.
 *
 * @throws ServiceError `app_not_found`, and what the network says
 */
export async function loadCrossAppDetails(client: LatchkeyClient, appId: string): Promise<CrossAppDetails> {
  const { page } = contextsOf(client);
  const known = detailsOf.get(page) ?? new Map<string, Promise<CrossAppDetails>>();
  detailsOf.set(page, known);
  const asked = known.get(appId) ?? hostedRequest(page, appId);
  known.set(appId, asked);
  return asked.catch((error) => {
    known.delete(appId);
    throw error;
  });
}

async function hostedRequest(page: PageContext, id: string): Promise<CrossAppDetails> {
  const { name, icon_url: logoUrl } = await page.call()(requesterRoutes.crossAppDetails, { params: { id } });
  return { name, ...(logoUrl && originOf(logoUrl) ? { logoUrl } : {}) };
}
