import { fail, limits } from '@latchkey/wire';
import type { Chain } from '../../config/index.ts';
import { contextsOf, type SessionContext } from '../../contexts.ts';
import type { Hex } from '../../hex.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { poll } from '../../poll.ts';
import { followUntilArrival } from '../arrival.ts';
import { fetchExternal } from '../fetchExternal.ts';
import { findKeptFunding, noteFunding } from '../kept.ts';
import { findQuotesUrl } from '../ways.ts';

type TransferEnd = 'completed' | 'refunded' | 'failed';

interface Transfer {
  readonly id: Hex;
  readonly from: Chain;
  readonly to: Chain;
}

/**
 * Follows what was sent by a quote until it arrived, came back, or failed: by the quote service's word, every 2 s, and by the
 * balance of the wallet. Arrived is what the wallet has; a service that says so too early is not believed.
 */
export async function watchQuote(
  client: LatchkeyClient,
  transfer: Transfer,
  { signal: given }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<TransferEnd> {
  const { page, session } = contextsOf(client);
  const { id } = transfer;
  // Where no node said what the wallet held before, there is nothing but the service's word.
  const isSeen = (findKeptFunding(session, id)?.arrivedAt ?? null) !== null;
  const result = await followUntilArrival(client, id, given, async (signal) => {
    const request = async (): Promise<TransferEnd | null> => {
      const said = await readQuoteStatus(session, transfer, signal).catch(() => null);
      signal.throwIfAborted();
      return said === 'pending' || (said === 'completed' && isSeen) ? null : said;
    };
    const waiting = { everyMs: limits.balancePollMs, signal };
    return (await request()) ?? poll(page.environment.clock, waiting, request);
  });
  await noteFunding(page, id, { status: result });
  return result;
}

/** Words of the quote service's, all but those for what it has seen no payment of. */
const statuses: Readonly<Record<string, TransferEnd | 'pending'>> = {
  depositing: 'pending',
  pending: 'pending',
  submitted: 'pending',
  delayed: 'pending',
  success: 'completed',
  refund: 'refunded',
  refunded: 'refunded',
  failure: 'failed',
};

/**
 * Asks the quote service what became of a transfer, at its own address: never at one that an answer names.
 *
 * @returns null where it knows of no payment
 * @throws ServiceError `quote_failed`, `network_error`, `client_request_timeout`
 */
export async function readQuoteStatus(
  session: SessionContext,
  { id, to }: Pick<Transfer, 'id' | 'to'>,
  signal?: AbortSignal,
): Promise<TransferEnd | 'pending' | null> {
  const root = findQuotesUrl(session, to) ?? fail('quote_failed');
  const url = `${root}/intents/status/v3?${new URLSearchParams({ requestId: id })}`;
  const question = { timeoutMs: limits.quoteTimeoutMs, signal };
  const { status, json } = await fetchExternal(session.page.environment, url, question);
  if (status !== 200) return fail('quote_failed');
  const said = (Object(json) as { status?: unknown }).status;
  return typeof said === 'string' && Object.hasOwn(statuses, said) ? (statuses[said] ?? null) : null;
}
