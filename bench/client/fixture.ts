import type { AppInput } from '@latchkey/wire';
import { type Harness, startHarness } from '../../e2e/harness/index.ts';
import { buildAll } from '../../scripts/build.ts';
import { type Site, type SiteOptions, startSite } from './site.ts';

/** An app whose landing has as much to load as any: rows of every kind, and passkeys offered in the e-mail field. */
export const everyRow: AppInput = {
  apple_oauth: true,
  discord_oauth: true,
  farcaster_auth: true,
  google_oauth: true,
  passkey_auth: true,
  sms_auth: true,
  solana_wallet_auth: true,
  wallet_auth: true,
};

/** A service with an app, and pages of a host that may use it. */
export interface PageFixture {
  readonly harness: Harness;
  /** Where the pages are: same site as the service. */
  readonly origin: string;
  /** The same pages on another site, so that the wallet frame runs as it does for most hosts. */
  readonly crossSiteOrigin: string;
  close(): Promise<void>;
}

/** Starts a service and the pages of a bench. */
export async function startPageFixture(
  pages: Readonly<Record<string, string>>,
  options?: SiteOptions & { app?: AppInput },
): Promise<PageFixture> {
  const data: Record<string, string> = {};
  const { app, ...siteOptions } = options ?? {};
  await buildAll({ only: ['libraries'] });
  const site: Site = await startSite(pages, data, siteOptions);
  const origin = `http://localhost:${site.port}`;
  const crossSiteOrigin = `http://127.0.0.1:${site.port}`;
  const harness = await startHarness({
    app: { ...app, allowed_origins: [origin, crossSiteOrigin] },
    isFresh: true,
  });
  data['app-id'] = harness.appId;
  data['api-url'] = harness.url;
  return {
    harness,
    origin,
    crossSiteOrigin,
    async close() {
      await Promise.all([harness.close(), site.close()]);
    },
  };
}
