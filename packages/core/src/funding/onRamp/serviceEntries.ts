import { type FundingEntry, fundingRoutes } from '@latchkey/wire';
import type { FrameContext } from '../../contexts.ts';
import { callAsUser } from '../../mfa/index.ts';

/** Lists the user's purchases as the service knows them from the providers. @throws ServiceError as the route does */
export async function listEntries(frame: FrameContext): Promise<readonly FundingEntry[]> {
  return (await callAsUser(frame, fundingRoutes.list)).fundings;
}

/** Finds one of {@link listEntries}; null if the service does not know it. */
export async function findEntry(frame: FrameContext, id: string): Promise<FundingEntry | null> {
  return (await listEntries(frame)).find((one) => one.id === id) ?? null;
}
