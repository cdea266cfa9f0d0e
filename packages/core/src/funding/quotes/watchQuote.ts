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
 * Follows a sent quote until it arrived, was refunded, or failed. It polls the quote service every 2 s and watches
 * the wallet's balance. If the earlier balance is known, only the balance counts as arrival, because the service
 * could report success too early.
 */
export async function watchQuote(
  client: LatchkeyClient,
  transfer: Transfer,
  { signal: given }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<TransferEnd> {
  const { page, session } = contextsOf(client);
  const { id } = transfer;
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

/** Statuses of the quote service, except those before it has seen a payment. */
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
 * Requests the status of a transfer from the quote service, at its configured URL and never at one from an answer.
 *
 * @returns null if the service knows of no payment
 * @throws ServiceError `quote_failed`, `network_error`, `client_request_timeout`, and the signal's reason
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
