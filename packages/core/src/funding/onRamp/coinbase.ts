import { type CoinbaseAsset, fail, fundingRoutes, isCode, limits } from '@latchkey/wire';
import { openPopup } from '../../consent/index.ts';
import { contextsOf, type FrameContext, type SessionContext } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { callAsUser } from '../../mfa/index.ts';
import { poll } from '../../poll.ts';
import { followUntilArrival } from '../arrival.ts';
import type { FundingRequest } from '../funding.ts';
import { noteFunding } from '../kept.ts';
import { standsFor } from '../networks.ts';
import { findBlockchain } from './codes.ts';
import { assertOwn, keepPurchase } from './keepPurchase.ts';
import { leadPopup } from './leadPopup.ts';

/**
 * Opens an empty popup for an on-ramp's page, such as Coinbase's (COIN-07). Call it in a click handler. Returns null if
 * the browser blocks the popup.
 */
export function openFundingPopup(client: LatchkeyClient): Window | null {
  return openPopup(contextsOf(client).page.environment);
}

/** Coinbase's asset ids, which select the coin on its page. */
const assetIds: Readonly<Record<CoinbaseAsset, string>> = {
  ETH: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4',
  POL: '026bcc1e-9163-591c-a709-34dd18b2e7a1',
  SOL: '4f039497-3af8-5bb3-951c-6df9afa9be1c',
  USDC: '2b92315d-eab7-5bef-84fa-089a131333f5',
};

/**
 * Opens a Coinbase session, and its page in the popup (COIN-03). Closes the popup on failure.
 *
 * @throws ServiceError `unsupported_chain_id` (COIN-04), `wallet_not_linked`, `not_supported`, the route's errors
 *   and network errors
 */
export async function startCoinbase(
  client: LatchkeyClient,
  request: FundingRequest,
  popup: Window,
): Promise<{ readonly id: string }> {
  const { frame } = contextsOf(client);
  const { id } = await leadPopup(popup, () => openSession(frame, request));
  return { id };
}

/**
 * Opens a Coinbase session, stores the purchase, and returns its id and the URL of Coinbase's page.
 *
 * @throws ServiceError as {@link startCoinbase}
 */
export async function openSession(
  frame: FrameContext,
  request: FundingRequest,
): Promise<{ readonly id: string; readonly url: string }> {
  assertOwn(frame.session, request);
  const { network, address, amount } = request;
  const blockchain = findBlockchain(frame.session, network);
  if (blockchain === null) {
    const id = typeof network.chain === 'string' ? network.chain : network.chain.id;
    return fail('unsupported_chain_id', { message: `Unsupported chainId: ${id} for Coinbase Onramp` });
  }
  const { coinbase_pay_url: payUrl = fail('not_supported', { details: { reason: 'payment_off' } }) } =
    frame.session.state.get().settings?.fundingConfig?.services ?? {};
  const asset = assetOf(frame.session, request);
  const session = await callAsUser(frame, fundingRoutes.initCoinbase, {
    body: { addresses: [{ address, blockchains: [blockchain] }], assets: [asset] },
  });
  const id = session.partner_user_id;
  await keepPurchase(frame.session, request, { id, way: 'coinbase', isTest: false });
  const query = new URLSearchParams({
    appId: session.app_id,
    sessionToken: session.session_token,
    defaultExperience: 'buy',
    presetCryptoAmount: amount,
    defaultNetwork: blockchain,
    defaultPaymentMethod: 'CARD',
    defaultAsset: assetIds[asset],
    // Sent under both names. Published clients send `partnerUserId` to the same page.
    partnerUserId: id,
    partnerUserRef: id,
  });
  return { id, url: `${payUrl}?${query}` };
}

function assetOf(session: SessionContext, { asset, network }: FundingRequest): CoinbaseAsset {
  if (asset === 'USDC') return 'USDC';
  if (asset !== 'native-currency') return fail('not_supported', { details: { reason: 'payment_off' } });
  if (network.chainType === 'solana') return 'SOL';
  return standsFor(session, network.chain) === 137 ? 'POL' : 'ETH';
}

/**
 * Number of further requests once the popup looks closed. Coinbase cuts the link to its window, so even an open popup
 * looks closed.
 */
const looksAfterClosing = 3;

/**
 * Follows a Coinbase purchase until it ends, the popup looks closed, or the time is over (COIN-05, COIN-06). After
 * `exit` and `timeout` the purchase may still continue, and `followFundings` reports it.
 *
 * @param options.onClosed called when the popup looks closed, before the last requests
 * @returns `failure` also after three failed requests in a row, or if the service does not know the purchase
 */
export async function watchCoinbase(
  client: LatchkeyClient,
  { id, popup }: { readonly id: string; readonly popup: Window | null },
  { signal: given, onClosed }: { readonly signal?: AbortSignal | undefined; onClosed?(): void } = {},
): Promise<'success' | 'failure' | 'exit' | 'timeout'> {
  const { frame, page } = contextsOf(client);
  let errors = 0;
  let left = looksAfterClosing + 1;

  async function request(): Promise<'success' | 'failure' | 'exit' | null> {
    const isClosed = popup?.closed === true;
    const status = await readCoinbase(frame, id).catch(toFailure);
    if (status === 'pending') errors = 0;
    if (status === 'success' || status === 'failure') return status;
    if (isClosed) {
      if (left > looksAfterClosing) onClosed?.();
      left -= 1;
      if (left <= 0) return 'exit';
    }
    return null;
  }
  function toFailure(cause: unknown): 'failure' | null {
    errors += 1;
    return isCode(cause, 'not_found') || errors >= limits.moonpayErrors ? 'failure' : null;
  }
  const result = await followUntilArrival(client, id, given, (signal) => {
    const waiting = { everyMs: limits.coinbasePollMs, times: limits.coinbasePolls, signal };
    return poll(page.environment.clock, waiting, request).catch((error: unknown) => {
      if (isCode(error, 'client_request_timeout')) return 'timeout' as const;
      throw error;
    });
  });
  if (result !== 'completed') return result;
  await noteFunding(page, id, { status: 'completed' });
  return 'success';
}

/** Requests a purchase's status from the service, and stores its end. @throws ServiceError as the route does */
export async function readCoinbase(
  frame: FrameContext,
  id: string,
): Promise<'pending' | 'success' | 'failure'> {
  const { status } = await callAsUser(frame, fundingRoutes.coinbaseStatus, {
    body: { partnerUserId: id },
  });
  if (status === 'success') await noteFunding(frame.page, id, { status: 'completed' });
  if (status === 'failure') await noteFunding(frame.page, id, { status: 'failed' });
  return status;
}
