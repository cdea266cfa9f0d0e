import { fail, isCode, limits } from '@latchkey/wire';
import type { Hex } from '../../hex.ts';
import { type Internals, internalsOf } from '../../internals.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { readAtOnce, refuseNodeless, toBigInt } from '../../nodes/index.ts';
import { type ConnectedWallet, isSameAddress } from '../../wallets/index.ts';
import { toAmount } from '../amounts.ts';
import { findBalance, toWord } from '../balances.ts';
import type { FundingPhase, FundingRequest, Quote, QuoteStep } from '../funding.ts';
import { forgetFunding, keepFunding, noteFunding } from '../kept.ts';
import { nodeUrlOf } from '../networks.ts';
import { goTo, isDeclined, waitUntilOnChain } from '../payByWallet.ts';
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
 * @param options.signal ends the waiting; what was sent goes on
 * @throws ServiceError `quote_refused` with `details.reason` `changed` and the new one as `details.quote`,
 * `user_rejected_request`, `transaction_failure`, `client_request_timeout`
 */
export async function sendQuote(
  client: LatchkeyClient,
  { quote: shown, request, wallet }: SendInput,
  {
    onPhase = () => {},
    signal,
  }: { onPhase?(phase: FundingPhase): void; readonly signal?: AbortSignal | undefined } = {},
): Promise<{ readonly hash: Hex }> {
  const internals = internalsOf(client);
  const renew = () => takeQuote(client, { request, wallet, fromChainId: shown.from.id, signal });
  if (!isSameAddress(wallet.address, shown.payer)) refuseChanged(await renew());
  if (isOld(internals, shown)) refuseChanged(await renew());
  onPhase('preparing');
  const pay = await goTo(wallet, shown.from);
  // Going to the chain may have taken the person a while.
  const quote = isOld(internals, shown) ? assertNoWorse(shown, await renew()) : shown;
  const isAllowed = await isApproved(internals, quote);
  await keepQuote(internals, quote);
  signal?.throwIfAborted();
  let paid: Hex | null = null;
  try {
    for (const step of quote.steps) {
      if (step.kind === 'approve' && isAllowed) continue;
      onPhase('submitting');
      const hash = await pay(step);
      if (step.kind === 'deposit') {
        paid = hash;
        noteFunding(internals, quote.id, { status: 'pending', transactionHash: hash });
      }
      onPhase('confirm');
      // The approval has to stand before the deposit; without the deposit nothing was paid.
      await waitUntilOnChain(client, hash, quote.from, signal);
    }
    return { hash: paid ?? fail('transaction_failure') };
  } catch (error) {
    if (paid === null) forgetUnlessSent(internals, quote, error);
    else if (isCode(error, 'transaction_failure')) noteFunding(internals, quote.id, { status: 'failed' });
    throw error;
  }
}

/** A wallet that answered nothing may have sent all the same. */
function forgetUnlessSent(internals: Internals, { id }: Quote, error: unknown): void {
  if (isDeclined(error) || isCode(error, 'transaction_failure')) forgetFunding(internals, id);
}

const isOld = ({ environment }: Internals, { takenAtMs }: Quote) =>
  environment.clock.now() - takenAtMs > limits.quoteLifeMs;

function refuseChanged(quote: Quote): never {
  return fail('quote_refused', { details: { reason: 'changed', quote } });
}

/** Takes a newer quote in place of the one that was shown, where it costs no more than was said it might. */
function assertNoWorse(shown: Quote, quote: Quote): Quote {
  const most = (shown.amountIn * BigInt(10_000 + limits.quoteSlippageBps)) / 10_000n;
  const isWorse = quote.amountIn > most || (quote.isDear && !shown.isDear);
  return isWorse ? refuseChanged(quote) : quote;
}

/** Whether what is to be approved is approved already, by what was left over of an earlier deposit: then nothing is raised. */
async function isApproved(
  internals: Internals,
  { from, coinIn, payer, amountIn, steps }: Quote,
): Promise<boolean> {
  const deposit: QuoteStep | undefined = steps.at(-1);
  if (coinIn.token === null || !deposit || steps.length === 1) return false;
  const url = nodeUrlOf(internals, from) ?? refuseNodeless(from.id);
  const data = `0xdd62ed3e${toWord(payer)}${toWord(deposit.to)}`; // allowance(address,address)
  const { allowance } = await readAtOnce(internals, url, {
    allowance: { method: 'eth_call', params: [{ to: coinIn.token, data }, 'latest'], read: toBigInt },
  });
  return allowance.value !== null && allowance.value >= amountIn;
}

async function keepQuote(internals: Internals, quote: Quote): Promise<void> {
  const { id, to, from, recipient, coinOut, amountOut } = quote;
  const network = { chainType: 'ethereum', chain: to } as const;
  const before = await findBalance(internals, network, coinOut, recipient);
  keepFunding(internals, {
    ...{ id, way: 'bridge', address: recipient, isTest: false, fromChainId: from.id },
    caip2: `eip155:${to.id}`,
    symbol: coinOut.symbol,
    amount: toAmount(amountOut, coinOut.decimals),
    asset: coinOut.token === null ? 'native-currency' : 'USDC',
    before: before === null ? null : String(before),
    arrivedAt: before === null ? null : String(before + amountOut),
  });
}
