import type { FactorList, WireAccount } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import { factorRecords } from './factors/list.ts';
import { isTaken } from './methods.ts';
import type { FactorRow } from './store.ts';

const seconds = (ms: number) => Math.floor(ms / 1000);

/**
 * Returns a user's factors without their secrets and full phone numbers, which an attacker with a stolen token could
 * otherwise read.
 */
export function toFactors(
  app: App,
  factors: readonly FactorRow[],
  accounts: readonly WireAccount[],
): FactorList['factors'] {
  return factors.map((factor) => ({
    id: factor.factorId,
    type: factor.method,
    name: factorRecords[factor.method].nameOf?.(factor, accounts) ?? null,
    created_at: seconds(factor.createdAtMs),
    last_used_at: factor.lastUsedAtMs === null ? null : seconds(factor.lastUsedAtMs),
    is_usable: isTaken(app, factor.method),
  }));
}
