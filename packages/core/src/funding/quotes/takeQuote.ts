import { fail, isCode, limits, toPlainLine } from '@latchkey/wire';
import type { Chain } from '../../config/index.ts';
import { contextsOf, type PageContext, type SessionContext } from '../../contexts.ts';
import type { Hex } from '../../hex.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { refuseChain } from '../../nodes/index.ts';
import type { ConnectedWallet } from '../../wallets/index.ts';
import { fetchExternal } from '../fetchExternal.ts';
import type { FundingRequest, Quote } from '../funding.ts';
import { getCoin } from '../networks.ts';
import { findCoinPrice } from '../readFundingFacts.ts';
import { toSent } from '../transfer.ts';
import { findQuotesUrl, listBridgeChains, listDeposits } from '../ways.ts';
import { checkOnChain } from './checkOnChain.ts';
import { checkQuote } from './checkQuote.ts';
import { type QuoteRequest, toBody } from './quoteRequest.ts';

export interface QuoteInput {
  readonly request: FundingRequest;
  /** Wallet that pays. */
  readonly wallet: ConnectedWallet;
  readonly fromChainId: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Requests the cost of a transfer from another network, and checks the answer against the request (BRDG-01 to
 * BRDG-05).
 *
 * @throws ServiceError `quote_failed`, `quote_refused` with `details.reason`, `insufficient_balance`, `invalid_data`
 *   for an amount of 0, `unsupported_chain_id` for a network that transfers cannot come from,
 *   `client_request_timeout`, the signal's reason, and the node's errors
 */
export async function takeQuote(client: LatchkeyClient, input: QuoteInput): Promise<Quote> {
  const { page, session } = contextsOf(client);
  const { wallet, signal } = input;
  const { environment } = page;
  const { url, ...wanted } = toQuoteRequest(session, input);
  const to = { chainType: 'ethereum', chain: wanted.to } as const;
  const [answer, price] = await Promise.all([
    request(page, url, toBody({ ...wanted, price: null }), signal),
    findCoinPrice(session, to, { ...wanted.coinOut, isRead: true }),
  ]);
  const quote = checkQuote(answer, { ...wanted, price }, environment.clock.monotonicNow());
  const gas = await checkOnChain(session, quote, wallet, wanted.deposits.length > 0);
  const { steps, coinIn, coinOut } = quote;
  // A script of the page could otherwise change the checked quote before it is sent.
  for (const part of [...steps, steps, coinIn, coinOut]) Object.freeze(part);
  return Object.freeze({ ...quote, gas });
}

function toQuoteRequest(session: SessionContext, { request, wallet, fromChainId }: QuoteInput) {
  const { chain: to, asset, address } = request;
  if (!to || wallet.chainType !== 'ethereum') return fail('unsupported_chain_id');
  const from = listBridgeChains(session, request).find(({ id }) => id === fromChainId);
  const coinOf = (chain: Chain) => {
    const { isRead: _, ...coin } = getCoin(session.page, { chainType: 'ethereum', chain }, asset);
    return coin;
  };
  if (!from) return refuseChain(fromChainId);
  const coinOut = coinOf(to);
  return {
    url: `${findQuotesUrl(session, to) ?? fail('not_supported', { details: { reason: 'payment_off' } })}/execute/swap`,
    from,
    to,
    coinIn: coinOf(from),
    coinOut,
    payer: wallet.address as Hex,
    recipient: address as Hex,
    amount: toSent(request.amount, coinOut),
    deposits: listDeposits(session, from),
  } satisfies Omit<QuoteRequest, 'price'> & { url: string };
}

/**
 * Requests a quote. @throws ServiceError `quote_failed` with the service's message (BRDG-05),
 * `client_request_timeout`, and the signal's reason
 */
async function request(
  page: PageContext,
  url: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const question = { method: 'POST', body, timeoutMs: limits.quoteTimeoutMs, signal } as const;
  const { status, json } = await fetchExternal(page.environment, url, question).catch((cause: unknown) => {
    if (isCode(cause, 'network_error')) return fail('quote_failed', { cause });
    throw cause;
  });
  if (status === 200) return json;
  const said = readMessage(json);
  return fail('quote_failed', said === null ? {} : { message: said });
}

/**
 * Returns another service's message for display: at most 200 characters, without characters that change how other
 * text looks.
 */
function readMessage(json: unknown): string | null {
  const own = typeof json === 'object' && json !== null && Object.hasOwn(json, 'message');
  const { message } = own ? (json as { message: unknown }) : { message: null };
  if (typeof message !== 'string') return null;
  const shown = toPlainLine(message);
  return shown === '' ? null : shown.slice(0, 200);
}
