import { type CrossAppConnections, fail, requesterRoutes } from '@latchkey/wire';
import { contextsOf, type PageContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { parseUrl } from '../parseUrl.ts';
import type { CrossAppProvider } from './crossApp.ts';

/** A provider, and where its pages are. */
export interface KnownProvider {
  readonly provider: CrossAppProvider;
  /** No message of another origin counts. Null: none does. */
  readonly hostedOrigin: string | null;
}

/** How long the list is good in a page, in ms: a request then opens its popup in the press. */
const keptMs = 5 * 60_000;

interface Kept {
  readonly atMs: number;
  readonly known: readonly KnownProvider[];
}
const keptOf = new WeakMap<PageContext, Kept>();

/**
 * Lists the apps whose wallets may be used here. A page asks the service once in five minutes.
 *
 * @param options.refresh asks in any case
 * @throws ServiceError `app_not_found`, and what the network says
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
 * Finds one of them by its id.
 *
 * @throws ServiceError `not_supported` 'Invalid connected app' (`details.reason` `not_connected`, XAPP-09), and what the
 * network says
 */
export async function findCrossAppProvider(client: LatchkeyClient, appId: string): Promise<CrossAppProvider> {
  return (await getProvider(client, appId)).provider;
}

/** One of them. What the kept list lacks may have been connected since. @throws as {@link findCrossAppProvider} */
export async function getProvider(client: LatchkeyClient, appId: string): Promise<KnownProvider> {
  return (
    find(await load(client, false), appId) ??
    find(await load(client, true), appId) ??
    fail('not_supported', { message: 'Invalid connected app', details: { reason: 'not_connected' } })
  );
}

/** One of the kept list, without asking; null where that is not known now. */
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
  // A script's address would run in the host's page.
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

/** The origin of an http or https address; null for any other text. */
export function originOf(address: unknown): string | null {
  const url = typeof address === 'string' ? parseUrl(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url.origin : null;
}
