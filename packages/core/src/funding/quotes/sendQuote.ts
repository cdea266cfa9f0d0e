import { fail, isCode, limits } from '@latchkey/wire';
import { contextsOf, type PageContext, type SessionContext } from '../../contexts.ts';
import type { Hex } from '../../hex.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { type ConnectedWallet, isSameAddress } from '../../wallets/index.ts';
import { toAmount } from '../amounts.ts';
import { findBalance } from '../balances.ts';
import type { FundingRequest, Quote } from '../funding.ts';
import { forgetFunding, keepFunding, type NewFunding, noteFunding, toArrival } from '../kept.ts';
import { nameOf } from '../networks.ts';
import { goTo, isDeclined, type Paying, untilLeft, waitUntilOnChain } from '../payByWallet.ts';
import { isApproved } from './checkOnChain.ts';
import { takeQuote } from './takeQuote.ts';

interface SendInput {
  readonly quote: Quote;
  readonly request: FundingRequest;
  readonly wallet: ConnectedWallet;
}

/**
 * Has the wallet send what a quote consists of (BRDG-06), each step as it was checked and nothing of it changed. A quote that is
 * older than 30 s is taken anew and shown again.
 *
 * @throws ServiceError `quote_refused` with `details.reason` `changed` and the new one as `details.quote`, or `approval`,
 * `user_rejected_request`, `transaction_failure`, `client_request_timeout`, `must_be_authenticated`
 */
export function sendQuote(
  client: LatchkeyClient,
  input: SendInput,
  paying: Paying = {},
): Promise<{ readonly hash: Hex }> {
  return untilLeft(send(client, input, paying), paying.signal);
}

async function send(
  client: LatchkeyClient,
  { quote: shown, request, wallet }: SendInput,
  paying: Paying,
): Promise<{ readonly hash: Hex }> {
  const { onPhase, signal } = paying;
  const { page, session } = contextsOf(client);
  const renew = () => takeQuote(client, { request, wallet, fromChainId: shown.from.id, signal });
  signal?.throwIfAborted();
  if (!isSameAddress(wallet.address, shown.payer) || isOld(page, shown)) refuseChanged(await renew());
  onPhase?.('preparing');
  const pay = await goTo(wallet, shown.from);
  // Going to the chain may have taken the person a while.
  const quote = isOld(page, shown) ? assertNoWorse(shown, await renew()) : shown;
  const isAllowed = await isApproved(session, quote);
  const kept = await toKept(session, quote);
  signal?.throwIfAborted();
  // Threat: a second press, or another tab, which would pay for the same transfer twice.
  if (!(await keepFunding(session, kept))) refuseChanged(await renew());
  return payFor(client, { quote, steps: isAllowed ? quote.steps.slice(-1) : quote.steps, pay }, paying);
}

interface Payable {
  readonly quote: Quote;
  readonly steps: Quote['steps'];
  readonly pay: Awaited<ReturnType<typeof goTo>>;
}

async function payFor(
  client: LatchkeyClient,
  { quote, steps, pay }: Payable,
  { onPhase, signal }: Paying,
): Promise<{ readonly hash: Hex }> {
  const { page } = contextsOf(client);
  let paid: Hex | null = null;
  try {
    for (const step of steps) {
      signal?.throwIfAborted();
      onPhase?.('submitting');
      const hash = await pay(step);
      if (step.kind === 'deposit') {
        paid = hash;
        await noteFunding(page, quote.id, { status: 'pending', transactionHash: hash });
      }
      onPhase?.('confirm');
      // The approval has to stand before the deposit; without the deposit nothing was paid.
      await waitUntilOnChain(client, hash, quote.from, signal);
    }
    return { hash: paid ?? fail('transaction_failure') };
  } catch (error) {
    if (paid === null) await forgetUnlessSent(page, quote, error);
    else if (isCode(error, 'transaction_failure')) await noteFunding(page, quote.id, { status: 'failed' });
    throw error;
  }
}

/** A wallet that answered nothing may have sent all the same. */
async function forgetUnlessSent(page: PageContext, { id }: Quote, error: unknown): Promise<void> {
  if (isDeclined(error) || isCode(error, 'transaction_failure')) await forgetFunding(page, id);
}

const isOld = (page: PageContext, { takenAtMs }: Quote) =>
  page.environment.clock.monotonicNow() - takenAtMs > limits.quoteLifeMs;

function refuseChanged(quote: Quote): never {
  return fail('quote_refused', { details: { reason: 'changed', quote } });
}

/** Takes a newer quote in place of the one that was shown, where it costs no more than was said it might. */
function assertNoWorse(shown: Quote, quote: Quote): Quote {
  const most = (shown.amountIn * BigInt(10_000 + limits.quoteSlippageBps)) / 10_000n;
  const isWorse = quote.amountIn > most || (quote.isDear && !shown.isDear);
  return isWorse ? refuseChanged(quote) : quote;
}

/** What is kept of a quote, with what the wallet that is funded holds until then. */
async function toKept(
  session: SessionContext,
  { id, to, recipient, coinOut, amountOut }: Quote,
): Promise<NewFunding> {
  const network = { chainType: 'ethereum', chain: to } as const;
  const before = await findBalance(session, network, coinOut, recipient);
  return {
    id,
    way: 'bridge',
    address: recipient,
    isTest: false,
    caip2: nameOf(network),
    symbol: coinOut.symbol,
    amount: toAmount(amountOut, coinOut.decimals),
    asset: coinOut.token === null ? 'native-currency' : 'USDC',
    ...toArrival(before, amountOut),
  };
}
