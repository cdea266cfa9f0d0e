import { fail, limits } from '@latchkey/wire';
import type { Chain } from '../../config/index.ts';
import type { Hex } from '../../hex.ts';
import { type Internals, internalsOf } from '../../internals.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { poll } from '../../poll.ts';
import { waitForArrival } from '../arrival.ts';
import { askElsewhere } from '../askElsewhere.ts';
import { findKept, noteFunding } from '../kept.ts';
import { findQuotesUrl } from '../ways.ts';

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
): Promise<'completed' | 'refunded' | 'failed'> {
  const internals = internalsOf(client);
  const end = new AbortController();
  const signal = given ? AbortSignal.any([given, end.signal]) : end.signal;
  // Where no node said what the wallet held before, there is nothing but the service's word.
  const isSeen = (findKept(internals, transfer.id)?.arrivedAt ?? null) !== null;

  async function ask(): Promise<'completed' | 'refunded' | 'failed' | null> {
    const status = await readQuoteStatus(internals, transfer, signal).catch(() => null);
    signal.throwIfAborted();
    return status === 'completed' && isSeen ? null : status;
  }
  async function follow() {
    const first = await ask();
    return first ?? poll(internals.environment.clock, { everyMs: limits.balancePollMs, signal }, ask);
  }
  try {
    const result = await Promise.race([follow(), waitForArrival(client, transfer.id, signal)]);
    noteFunding(internals, transfer.id, { status: result });
    return result;
  } finally {
    end.abort();
  }
}

const ends: Readonly<Record<string, 'completed' | 'refunded' | 'failed'>> = {
  success: 'completed',
  refund: 'refunded',
  failure: 'failed',
};

/**
 * Asks the quote service what became of a transfer, at its own address: never at one that an answer names.
 *
 * @returns null while it is under way
 * @throws ServiceError `quote_failed`, `network_error`, `client_request_timeout`
 */
export async function readQuoteStatus(
  internals: Internals,
  { id, to }: Pick<Transfer, 'id' | 'to'>,
  signal?: AbortSignal,
): Promise<'completed' | 'refunded' | 'failed' | null> {
  const root = findQuotesUrl(internals, to) ?? fail('quote_failed');
  const url = `${root}/intents/status/v3?${new URLSearchParams({ requestId: id })}`;
  const question = { timeoutMs: limits.quoteTimeoutMs, signal };
  const { status, json } = await askElsewhere(internals.environment, url, question);
  if (status !== 200) return fail('quote_failed');
  const said = (Object(json) as { status?: unknown }).status;
  return typeof said === 'string' && Object.hasOwn(ends, said) ? (ends[said] ?? null) : null;
}
