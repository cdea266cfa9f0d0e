import { type CrossAppRequester, type CrossAppScope, toPlainLine } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import type { World } from '../world.ts';

/** Requester: another app, by its id, or pages of an origin that uses the published connector. */
export interface RequesterKey {
  readonly type: 'app' | 'origin';
  readonly id: string;
}

/** Returns the requester of a row, in which one of the two columns is set. */
export const requesterOf = (row: {
  readonly requesterAppId: string | null;
  readonly requesterOrigin: string | null;
}): RequesterKey =>
  row.requesterAppId === null
    ? { type: 'origin', id: row.requesterOrigin ?? '' }
    : { type: 'app', id: row.requesterAppId };

export const iconOf = ({ settings }: App): string | null => settings.icon_url ?? settings.logo_url;

export function createRequesters(
  { config }: Pick<World, 'config'>,
  { apps }: { readonly apps: Pick<Apps, 'find' | 'isOriginAllowed'> },
) {
  return {
    /**
     * Returns the scope that a requester has with a provider's users, or null if it has none. Call it at each request:
     * an operator may have removed the requester from the list.
     */
    async findScope(provider: App, requester: RequesterKey): Promise<CrossAppScope | null> {
      if (config.hostedUrl === null || provider.disabled) return null;
      const entry = provider.settings.cross_app_requesters.find((one) =>
        'app_id' in one
          ? requester.type === 'app' && one.app_id === requester.id
          : requester.type === 'origin' && one.origin === requester.id,
      );
      if (!entry || requester.id === provider.id) return null;
      if (requester.type === 'app') {
        const app = await apps.find(requester.id);
        if (!app || app.disabled) return null;
      }
      return entry.read_only ? 'read' : 'transact';
    },

    /**
     * Returns true if a page belongs to the requester, so an answer may be posted to it. The hosted pages, which are
     * an allowed origin of every app, and the service are refused, because an answer posted there could reach another
     * app.
     */
    async isPageOf(requester: RequesterKey, page: string): Promise<boolean> {
      if (page === config.hostedUrl || page === config.url) return false;
      if (requester.type === 'origin') return page === requester.id;
      const app = await apps.find(requester.id);
      return app !== null && apps.isOriginAllowed(app, page);
    },

    /** @param page origin of the requesting page; by default the app's first allowed origin without a wildcard */
    async describe(requester: RequesterKey, page?: string): Promise<CrossAppRequester> {
      if (requester.type === 'origin') {
        const name = URL.canParse(requester.id) ? new URL(requester.id).host : requester.id;
        return { app_id: null, name, icon_url: null, origin: requester.id };
      }
      const app = await apps.find(requester.id);
      const known = app?.settings.allowed_origins.find((origin) => !origin.includes('*'));
      return {
        app_id: requester.id,
        name: toPlainLine(app?.settings.name ?? requester.id),
        icon_url: app && iconOf(app),
        origin: page ?? known ?? '',
      };
    },
  };
}

export type Requesters = ReturnType<typeof createRequesters>;
