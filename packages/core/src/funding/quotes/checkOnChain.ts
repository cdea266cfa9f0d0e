import { fail } from '@latchkey/wire';
import type { SessionContext } from '../../contexts.ts';
import { toHex } from '../../hex.ts';
import {
  assertAnswered,
  type Read,
  type ReadResult,
  readAtOnce,
  refuseNodeless,
  toBigInt,
} from '../../nodes/index.ts';
import type { BalanceChange } from '../../transactions/index.ts';
import type { ConnectedWallet } from '../../wallets/index.ts';
import { balanceRead, toWord } from '../balances.ts';
import type { Quote } from '../funding.ts';
import { nodeUrlOf } from '../networks.ts';
import { assertEnough } from '../transfer.ts';
import { refuseQuote } from './checkQuote.ts';

/** Gas assumed for a step that the node does not estimate, for example because it depends on an earlier step. */
const unknownGas = 300_000n;

/**
 * Checks a quote after {@link checkQuote}, with the app's own node of the paying chain. The wallet must hold the cost,
 * and a simulation shows what the steps change. The quote's own estimates are ignored.
 *
 * A malicious quote service could name a deposit that takes other coins of the payer, or more through an earlier
 * approval. A quote is refused if the simulation or the present approval shows this.
 *
 * @param isKnownTaker true if the operator named the contract that takes the deposit; the node then need not
 *   simulate
 * @returns gas cost of the steps, in wei
 * @throws ServiceError `insufficient_balance`, `unsupported_chain_id` if the chain has no node, the node's errors
 *   (`callNode`), and `quote_refused` with `approval` or `simulation`
 */
export async function checkOnChain(
  session: SessionContext,
  quote: Omit<Quote, 'gas'>,
  wallet: ConnectedWallet,
  isKnownTaker: boolean,
): Promise<bigint> {
  const { from, coinIn, amountIn, payer, steps } = quote;
  const url = nodeUrlOf(session, from) ?? refuseNodeless(from.id);
  const { strictSimulation } = await import('../../transactions/index.ts').catch((cause: unknown) =>
    fail('network_error', { cause }),
  );
  const [first] = steps;
  const call = first && { from: payer, to: first.to, value: toHex(first.value), data: first.data };
  const read = await readAtOnce(session.page, url, {
    native: balanceRead({ token: null }, payer),
    held: balanceRead(coinIn, payer),
    allowance: allowanceRead(quote),
    gas: { method: 'eth_estimateGas', params: [call], read: toBigInt },
    gasPrice: { method: 'eth_gasPrice', params: [], read: toBigInt },
    simulation: strictSimulation(payer, steps),
  });
  assertAnswered(read);
  assertEnough(wallet, read.held.value, amountIn);
  if (read.allowance) assertNoMore(quote, read.allowance.value);
  const price = read.gasPrice.value ?? fail('network_error', { message: 'The JSON-RPC node gave no answer' });
  const gas = (read.gas.value ?? unknownGas) + unknownGas * BigInt(steps.length - 1);
  const cost = gas * price;
  assertEnough(wallet, read.native.value, coinIn.token === null ? amountIn + cost : cost);
  checkSimulation(quote, read.simulation, isKnownTaker);
  return cost;
}

/** Creates the read of what the deposit's contract may already take; undefined if no approval is involved. */
function allowanceRead({ coinIn, payer, steps }: Pick<Quote, 'coinIn' | 'payer' | 'steps'>) {
  const deposit = steps.at(-1);
  if (coinIn.token === null || !deposit || deposit.to.toLowerCase() === coinIn.token.toLowerCase())
    return undefined;
  const data = `0xdd62ed3e${toWord(payer)}${toWord(deposit.to)}`; // allowance(address,address)
  const params = [{ to: coinIn.token, data }, 'latest'];
  return { method: 'eth_call', params, read: toBigInt } satisfies Read<bigint>;
}

/**
 * Refuses a deposit without its own approval if an earlier approval lets the contract take more than the total. An
 * approval left over from a declined deposit of the same total does not block the user.
 */
function assertNoMore(
  { steps, amountIn }: Pick<Quote, 'amountIn' | 'steps'>,
  allowance: bigint | null,
): void {
  if (steps.length > 1) return; // its approval sets the new limit
  if (allowance === null) fail('network_error', { message: 'The JSON-RPC node gave no answer' });
  if (allowance > amountIn) refuseQuote('approval');
}

/**
 * Reads the deposit contract's current allowance before sending.
 *
 * @returns true if exactly the total is already approved; the quote's own approval replaces any other allowance
 * @throws ServiceError `quote_refused` with `approval` if more than the total is allowed and no step replaces that
 */
export async function isApproved(session: SessionContext, quote: Quote): Promise<boolean> {
  const asked = allowanceRead(quote);
  if (!asked) return false;
  const url = nodeUrlOf(session, quote.from) ?? refuseNodeless(quote.from.id);
  const { allowance } = await readAtOnce(session.page, url, { allowance: asked });
  assertAnswered({ allowance });
  assertNoMore(quote, allowance.value);
  return allowance.value === quote.amountIn;
}

/**
 * Returns true for error codes that blame the simulated calls rather than the node (execution-apis,
 * `eth_simulateV1`).
 */
const isOfCalls = (code: number) =>
  (code <= -38_010 && code > -38_100) || code === -32_015 || code === -32_016;

type Simulated = ReadResult<{
  readonly changes: readonly BalanceChange[] | null;
  readonly isApproving: boolean;
}>;

/**
 * Refuses steps that fail in the simulation, or that take more than the total or another asset there, and a deposit
 * whose logs contain an approval. If the node does not simulate, accepts the steps only for a contract that the
 * operator named.
 */
function checkSimulation(
  quote: Omit<Quote, 'gas'>,
  { value, error }: Pick<Simulated, 'error' | 'value'>,
  isKnownTaker: boolean,
): void {
  const isMissing = isKnownTaker && error !== null && !isOfCalls(error.code);
  // A malicious contract can write anything into its logs. If the changes cannot be read, the quote is refused too.
  const isFit = value?.changes && !value.isApproving && takesNoMore(quote, value.changes);
  if (!isMissing && !isFit) refuseQuote('simulation');
}

function takesNoMore({ coinIn, amountIn }: Omit<Quote, 'gas'>, changes: readonly BalanceChange[]): boolean {
  const isCoin = (token: string | null) => token?.toLowerCase() === coinIn.token?.toLowerCase();
  const taken = changes.find(({ token, id }) => isCoin(token) && id === null)?.amount ?? 0n;
  const isElsewhere = changes.some(({ token, id, amount }) => amount < 0n && !(isCoin(token) && id === null));
  // A node that shows no coin leaving has not simulated the deposit. An approved token must leave in full, because
  // the contract could take the remainder later.
  const isTotal = coinIn.token === null ? taken < 0n && -taken <= amountIn : -taken === amountIn;
  return !isElsewhere && isTotal;
}
