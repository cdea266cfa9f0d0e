import { type FundingProvider, fail } from '@latchkey/wire';
import type { App } from '../app.ts';
import type { createCap, Implementation } from '../http/index.ts';
import type { Session } from '../sessions/index.ts';
import type { World } from '../world.ts';
import type { Begin } from './begin.ts';
import type { FundingDeps } from './createFunding.ts';
import type { Hear } from './hear.ts';
import type { Rise } from './rise.ts';

/** Checks who calls, with a cap on the calls of a session. */
type Admit = (app: App, bearer: string | null) => Promise<Session>;

/** Parts of the service that the routes of an on-ramp use. */
export interface OnRampParts extends FundingDeps {
  readonly begin: Begin;
  readonly hear: Hear;
  readonly rise: Rise;
  /** Makes the check of a route's callers. */
  readonly createAdmit: (limit: { readonly sessionInProcess: Parameters<typeof createCap>[1] }) => Admit;
}

/** A provider that sells coins for money, as the service deals with it. */
export interface OnRamp {
  /**
   * Makes its routes: one begins a purchase, one takes its events, and one tells the status if clients do not ask the
   * provider itself. What is refused is refused in one order: session, setting, wallet, account at the provider.
   */
  readonly createRoutes: (world: World, parts: OnRampParts) => readonly Implementation[];
}

/** @throws ServiceError `funding_not_enabled` */
export function assertEnabled({ settings }: App, provider: FundingProvider): void {
  const isOn = settings.fiat_on_ramp_enabled && settings.funding_config?.methods.includes(provider);
  if (!isOn) fail('funding_not_enabled');
}
