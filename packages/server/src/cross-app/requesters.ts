import { type CrossAppRequester, type CrossAppScope, toPlainLine } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import type { World } from '../world.ts';

/** Who asks: another app by its id, or pages of an origin that uses the published connector. */
export interface RequesterKey {
  readonly type: 'app' | 'origin';
  readonly id: string;
}

/** Of what is kept: one of the two is there. */
export const requesterOf = (row: {
  readonly requesterAppId: string | null;
  readonly requesterOrigin: string | null;
}): RequesterKey =>
  row.requesterAppId === null
    ? { type: 'origin', id: row.requesterOrigin ?? '' }
    : { type: 'app', id: row.requesterAppId };

/** What an app shows of itself beside its name. */
export const iconOf = ({ settings }: App): string | null => settings.icon_url ?? settings.logo_url;

/** The list of an app: who may ask for the use of its wallets. */
export function createRequesters(
  { config }: Pick<World, 'config'>,
  { apps }: { readonly apps: Pick<Apps, 'find' | 'isOriginAllowed'> },
) {
  return {
    /**
     * What a requester may ask of an app's people; null for one that is not on its list, is disabled or is the app itself.
     * Asked again at each request, because to take a requester from the list means now.
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
     * Tells whether a page is the requester's, so that an answer may be posted there.
     *
     * Threat: the hosted pages and the service are origins of every app, and an answer there would reach another app.
     */
    async isPageOf(requester: RequesterKey, page: string): Promise<boolean> {
      if (page === config.hostedUrl || page === config.url) return false;
      if (requester.type === 'origin') return page === requester.id;
      const app = await apps.find(requester.id);
      return app !== null && apps.isOriginAllowed(app, page);
    },

    /** @param page the one that asks; by default the first that is known of the requester */
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
