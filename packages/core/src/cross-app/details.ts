import { requesterRoutes } from '@latchkey/wire';
import { contextsOf, type PageContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { CrossAppDetails } from './crossApp.ts';
import { originOf } from './providers.ts';

/** Details by app, cached for the life of the page. */
const detailsOf = new WeakMap<PageContext, Map<string, Promise<CrossAppDetails>>>();

/**
 * Loads a provider app's public details, for a login screen. They are cached for the page, except after a failure.
 *
 * @throws ServiceError `app_not_found`, or the error of the request
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
