import { type AppSettings, type FundingProvider, type FundingServices, fail } from '@latchkey/wire';
import type { App } from '../app.ts';
import type { Config } from '../configShape.ts';
import type { CappedRoute, Implementation } from '../http/index.ts';
import type { Session } from '../sessions/index.ts';
import type { World } from '../world.ts';
import type { Asset } from './assets.ts';
import type { Begin } from './begin.ts';
import type { FundingDeps } from './createFunding.ts';
import type { Hear } from './hear.ts';
import type { Rise } from './rise.ts';

type Admit = (app: App, bearer: string | null) => Promise<Session>;

export interface OnRampParts extends FundingDeps {
  readonly begin: Begin;
  readonly hear: Hear;
  readonly rise: Rise;
  readonly createAdmit: (route: CappedRoute) => Admit;
}

/** Service side of an on-ramp, a provider that sells coins for money. */
export interface OnRamp {
  readonly coins: readonly Asset[];
  /** Returns the settings that an app's clients need to reach the provider. */
  readonly toServices: (settings: AppSettings, config: Config) => Partial<FundingServices>;
  /**
   * Creates its routes. Every route that starts a purchase checks in this order: session, setting, wallet, account at
   * the provider.
   */
  readonly createRoutes: (world: World, parts: OnRampParts) => readonly Implementation[];
}

/** @throws ServiceError `funding_not_enabled` if the app does not offer this provider */
export function assertEnabled({ settings }: App, provider: FundingProvider): void {
  const isOn = settings.fiat_on_ramp_enabled && settings.funding_config?.methods.includes(provider);
  if (!isOn) fail('funding_not_enabled');
}
