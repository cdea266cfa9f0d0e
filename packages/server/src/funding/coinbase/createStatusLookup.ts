import { type FundingEntryStatus, isCode } from '@latchkey/wire';
import type { App } from '../../app.ts';
import { isSameAddress } from '../../users/index.ts';
import type { World } from '../../world.ts';
import { isOver, type Rise } from '../rise.ts';
import type { FundingRow } from '../table.ts';
import type { CoinbaseAccounts } from './account.ts';
import type { Coinbase } from './coinbase.ts';

/** Time in ms for which a process reuses the last status of a purchase. */
const freshMs = 3_000;
const mostKept = 10_000;

export function createStatusLookup(
  { clock }: Pick<World, 'clock'>,
  { accounts, coinbase, rise }: { accounts: CoinbaseAccounts; coinbase: Coinbase; rise: Rise },
) {
  const asked = new Map<string, { readonly atMs: number; readonly answer: Promise<FundingEntryStatus> }>();

  async function request(app: App, funding: FundingRow): Promise<FundingEntryStatus> {
    const account = await accounts.get(app).catch(orNone);
    const told = account && (await coinbase.request(account, funding));
    // A user could buy for another wallet under the same reference at Coinbase. A purchase with another wallet
    // changes nothing.
    if (!told || !isSameAddress(told.address, funding.address)) return funding.status;
    return rise(funding, told);
  }

  /** @throws ServiceError `onramp_unavailable` */
  return (app: App, funding: FundingRow): Promise<FundingEntryStatus> => {
    if (isOver(funding)) return Promise.resolve(funding.status);
    const key = `${funding.appId} ${funding.fundingId}`;
    const last = asked.get(key);
    if (last && clock.now() - last.atMs < freshMs) return last.answer;
    const answer = request(app, funding);
    asked.delete(key);
    if (asked.size >= mostKept) asked.delete(asked.keys().next().value ?? '');
    asked.set(key, { atMs: clock.now(), answer });
    return answer;
  };
}

/** Returns null if the app's account at Coinbase is no longer set up. The caller then uses the stored status. */
function orNone(error: unknown): null {
  if (isCode(error, 'not_supported')) return null;
  throw error;
}
