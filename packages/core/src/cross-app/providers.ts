import { type CrossAppConnections, fail, requesterRoutes } from '@latchkey/wire';
import { contextsOf, type PageContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { parseUrl } from '../parseUrl.ts';
import type { CrossAppProvider } from './crossApp.ts';

/** Provider app, and the origin of its pages. */
export interface KnownProvider {
  readonly provider: CrossAppProvider;
  /** The only origin from which messages are accepted. If null, none are. */
  readonly hostedOrigin: string | null;
}

/** Time in ms for which a page caches the list. With a cached list, a request can open its popup during the click. */
const keptMs = 5 * 60_000;

interface Kept {
  readonly atMs: number;
  readonly known: readonly KnownProvider[];
}
const keptOf = new WeakMap<PageContext, Kept>();

/**
 * Lists the provider apps whose wallets this app may use. A page caches the list for five minutes.
 *
 * @param options.refresh true to load it in any case
 * @throws ServiceError `app_not_found`, or the error of the request
 * @example
 * const providers = await loadCrossAppProviders(client);
 * const names = providers.map(({ name }) => name);
 */
export async function loadCrossAppProviders(
  client: LatchkeyClient,
  { refresh = false }: { readonly refresh?: boolean | undefined } = {},
): Promise<readonly CrossAppProvider[]> {
  return (await load(client, refresh)).map(({ provider }) => provider);
}

/**
 * Returns one of the provider apps by its id.
 *
 * @throws ServiceError `not_supported` 'Invalid connected app' (`details.reason` `not_connected`, XAPP-09), or the
 *   error of the request
 */
export async function getCrossAppProvider(client: LatchkeyClient, appId: string): Promise<CrossAppProvider> {
  return (await getProvider(client, appId)).provider;
}

/**
 * Returns a provider app. Reloads the list if the app is missing, because it may have been connected since.
 *
 * @throws as {@link getCrossAppProvider}
 */
export async function getProvider(client: LatchkeyClient, appId: string): Promise<KnownProvider> {
  return (
    find(await load(client, false), appId) ??
    find(await load(client, true), appId) ??
    fail('not_supported', { message: 'Invalid connected app', details: { reason: 'not_connected' } })
  );
}

/** Returns a provider app from the cached list, without a request; null if the list is not cached or lacks the app. */
export function peekProvider(client: LatchkeyClient, appId: string): KnownProvider | null {
  return find(findKept(contextsOf(client).page) ?? [], appId);
}

const find = (known: readonly KnownProvider[], appId: string) =>
  known.find(({ provider }) => provider.id === appId) ?? null;

function findKept(page: PageContext): readonly KnownProvider[] | null {
  const kept = keptOf.get(page);
  return kept && page.environment.clock.monotonicNow() - kept.atMs < keptMs ? kept.known : null;
}

async function load(client: LatchkeyClient, isFresh: boolean): Promise<readonly KnownProvider[]> {
  const { page } = contextsOf(client);
  const { call, environment, flights, options } = page;
  const kept = isFresh ? null : findKept(page);
  if (kept) return kept;
  return flights.run('cross-app connections', async () => {
    const reply = await call()(requesterRoutes.crossAppConnections, { params: { id: options.appId } });
    const known = reply.connections.flatMap(toKnown);
    keptOf.set(page, { atMs: environment.clock.monotonicNow(), known });
    return known;
  });
}

function toKnown(connection: CrossAppConnections['connections'][number]): KnownProvider[] {
  const apiUrl = connection.provider_app_custom_api_url;
  // An attacker who sets a provider app's address to a `javascript:` URL could otherwise run code with the host
  // page's origin.
  if (!originOf(apiUrl)) return [];
  const logoUrl = connection.provider_app_icon_url;
  const provider = {
    id: connection.provider_app_id,
    name: connection.provider_app_name,
    ...(logoUrl && originOf(logoUrl) ? { logoUrl } : {}),
    apiUrl: apiUrl.replace(/\/+$/, ''),
    readOnly: connection.read_only,
  };
  return [{ provider, hostedOrigin: originOf(connection.hosted_url) }];
}

/** Returns the origin of an http or https address; null for any other text. */
export function originOf(address: unknown): string | null {
  const url = typeof address === 'string' ? parseUrl(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url.origin : null;
}
