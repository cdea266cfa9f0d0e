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

/** Opens the window of Coinbase's page (COIN-07), while a person's press is being handled; null where the browser opens none. */
export function openFundingPopup(client: LatchkeyClient): Window | null {
  return openPopup(contextsOf(client).page.environment);
}

/** Coinbase's ids of coins, which its page begins with. */
const assetIds: Readonly<Record<CoinbaseAsset, string>> = {
  ETH: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4',
  POL: '026bcc1e-9163-591c-a709-34dd18b2e7a1',
  SOL: '4f039497-3af8-5bb3-951c-6df9afa9be1c',
  USDC: '2b92315d-eab7-5bef-84fa-089a131333f5',
};

/**
 * Opens a session at Coinbase, and its page in the window (COIN-03). Closes the window where that fails.
 *
 * @throws ServiceError `unsupported_chain_id` (COIN-04), `wallet_not_linked`, what the route answers, and what the network says
 */
export async function startCoinbase(
  client: LatchkeyClient,
  request: FundingRequest,
  popup: Window,
): Promise<{ readonly id: string }> {
  const { frame } = contextsOf(client);
  try {
    return await open(frame, request, popup);
  } catch (error) {
    popup.close();
    throw error;
  }
}

async function open(frame: FrameContext, request: FundingRequest, popup: Window) {
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
    // By both of its names: the older one is of the page that published clients open.
    partnerUserId: id,
    partnerUserRef: id,
  });
  // Threat: a page of another party that leads this one elsewhere while the person looks at it.
  popup.opener = null;
  popup.location.href = `${payUrl}?${query}`;
  return { id };
}

function assetOf(session: SessionContext, { asset, network }: FundingRequest): CoinbaseAsset {
  if (asset === 'USDC') return 'USDC';
  if (asset !== 'native-currency') return fail('not_supported', { details: { reason: 'payment_off' } });
  if (network.chainType === 'solana') return 'SOL';
  return standsFor(session, network.chain) === 137 ? 'POL' : 'ETH';
}

/** How often it is asked once more when the window looks closed: Coinbase cuts it off, and an open one looks closed then. */
const looksAfterClosing = 3;

/**
 * Follows a purchase at Coinbase to its end, or to the person's leaving (COIN-05, COIN-06). Whatever it ends with, the purchase
 * itself goes on, and `followFundings` tells of it.
 *
 * @param options.onClosed the window looks closed, and it is asked a few times more
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

/** Asks the service what Coinbase says of a purchase, and notes it. @throws ServiceError as the route does */
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
