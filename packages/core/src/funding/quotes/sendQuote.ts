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
 * Sends the steps of a quote from the wallet (BRDG-06). Leaves out the approval if exactly the total is approved
 * already. Replaces a quote older than 30 s by a new one, which the user must confirm, unless the old one aged during
 * the chain switch and the new one costs little more.
 *
 * @throws ServiceError `quote_refused` with `details.reason` `changed` and the new quote as `details.quote`, or
 *   `approval`, `user_rejected_request`, `transaction_failure`, `client_request_timeout`, `must_be_authenticated`,
 *   the signal's reason, other errors of the wallet, and those of {@link takeQuote}
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
  const pay = await goTo(wallet, shown.from, signal);
  // The user may have taken a while to switch the chain.
  const quote = isOld(page, shown) ? assertNoWorse(shown, await renew()) : shown;
  const isAllowed = await isApproved(session, quote);
  const kept = await toKept(session, quote);
  signal?.throwIfAborted();
  // A second click or another tab could otherwise pay for the same transfer twice.
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
  let isDepositAsked = false;
  try {
    for (const step of steps) {
      signal?.throwIfAborted();
      onPhase?.('submitting');
      isDepositAsked = step.kind === 'deposit';
      const hash = await pay(step);
      if (step.kind === 'deposit') {
        paid = hash;
        await noteFunding(page, quote.id, { status: 'pending', transactionHash: hash });
      }
      onPhase?.('confirm');
      // The approval must be on chain before the deposit. Nothing is paid without the deposit.
      await waitUntilOnChain(client, hash, quote.from, signal);
    }
    return { hash: paid ?? fail('transaction_failure') };
  } catch (error) {
    if (paid === null && isUnsent(error, isDepositAsked)) await forgetFunding(page, quote.id);
    if (paid !== null && isCode(error, 'transaction_failure'))
      await noteFunding(page, quote.id, { status: 'failed' });
    throw error;
  }
}

/**
 * Returns true if nothing was paid: the user declined, or the approval failed. After other errors, such as an answer
 * without a hash, the wallet may have sent the deposit. The funding is then kept: the quote service's status shows
 * whether it was paid, and a second press gets another quote.
 */
const isUnsent = (error: unknown, isDepositAsked: boolean) =>
  isDeclined(error) || (isCode(error, 'transaction_failure') && !isDepositAsked);

const isOld = (page: PageContext, { takenAtMs }: Quote) =>
  page.environment.clock.monotonicNow() - takenAtMs > limits.quoteLifeMs;

function refuseChanged(quote: Quote): never {
  return fail('quote_refused', { details: { reason: 'changed', quote } });
}

/**
 * Accepts a newer quote in place of the shown one if it costs at most `limits.quoteSlippageBps` more and its fee is not
 * marked as high, unless the shown fee was too.
 */
function assertNoWorse(shown: Quote, quote: Quote): Quote {
  const most = (shown.amountIn * BigInt(10_000 + limits.quoteSlippageBps)) / 10_000n;
  const isWorse = quote.amountIn > most || (quote.isDear && !shown.isDear);
  return isWorse ? refuseChanged(quote) : quote;
}

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
