import type { AppInput } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { type Harness, launchBrowser, startHarness, withMotion } from '../../e2e/harness/index.ts';
import { buildAll } from '../../scripts/build.ts';
import { type Site, type SiteOptions, startSite } from './site.ts';

/** An app with a large landing screen: rows of many login methods, and passkeys offered in the email field. */
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

/** A service with an app, and host pages that may use it. */
export interface PageFixture {
  readonly harness: Harness;
  /** Origin of the pages: same site as the service. */
  readonly origin: string;
  /** Origin of the same pages on another site, where the wallet frame runs as for most hosts. */
  readonly crossSiteOrigin: string;
  close(): Promise<void>;
}

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

/** Opens a page for a person who has not visited anything yet, and closes it after an action. */
export async function onFirstVisit<Result>(act: (page: Page) => Promise<Result>): Promise<Result> {
  const browser = await launchBrowser(withMotion);
  try {
    return await act(await browser.newPage());
  } finally {
    await browser.close();
  }
}
