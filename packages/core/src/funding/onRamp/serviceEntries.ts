import { type FundingEntry, fundingRoutes } from '@latchkey/wire';
import type { Internals } from '../../internals.ts';
import { callAsUser } from '../../mfa/index.ts';

/** Lists the user's purchases as the service knows them, by events of the providers. @throws ServiceError as the route does */
export async function listEntries(internals: Internals): Promise<readonly FundingEntry[]> {
  return (await callAsUser(internals, fundingRoutes.list)).fundings;
}

/** One of {@link listEntries}; null where the service does not know it. */
export async function findEntry(internals: Internals, id: string): Promise<FundingEntry | null> {
  return (await listEntries(internals)).find((one) => one.id === id) ?? null;
}
