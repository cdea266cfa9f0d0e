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

/** Gas of a step that cannot be estimated before the one before it: more than any known deposit takes. */
const unknownGas = 300_000n;

/**
 * Holds a quote that passed {@link checkQuote} against the chain that it is paid on, by the host's own node: whether the wallet
 * has what it costs, and what its steps would change. The quote's own estimates are no one's to believe.
 *
 * Threat: a deposit that takes other coins of the payer's than it says, or more by an approval of earlier.
 *
 * @param isKnownTaker whether the operator named the contract that takes the deposit: then a node need not simulate
 * @returns what the steps cost in gas, in wei
 * @throws ServiceError `insufficient_balance`, what the node fails with (`callNode`), and `quote_refused` with `approval` or `simulation`
 */
export async function checkOnChain(
  session: SessionContext,
  quote: Omit<Quote, 'gas'>,
  wallet: ConnectedWallet,
  isKnownTaker: boolean,
): Promise<bigint> {
  const { from, coinIn, amountIn, payer, steps } = quote;
  const url = nodeUrlOf(session, from) ?? refuseNodeless(from.id);
  // What simulates is the review's, and loaded while the wallet is looked at.
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

/** Asks what the contract of the deposit may take by now; undefined where nothing is approved. */
function allowanceRead({ coinIn, payer, steps }: Pick<Quote, 'coinIn' | 'payer' | 'steps'>) {
  const deposit = steps.at(-1);
  if (coinIn.token === null || !deposit || deposit.to.toLowerCase() === coinIn.token.toLowerCase())
    return undefined;
  const data = `0xdd62ed3e${toWord(payer)}${toWord(deposit.to)}`; // allowance(address,address)
  const params = [{ to: coinIn.token, data }, 'latest'];
  return { method: 'eth_call', params, read: toBigInt } satisfies Read<bigint>;
}

/**
 * Refuses a deposit without an approval of its own where it could take more than the total by one of earlier. What is left of
 * an earlier deposit that the person declined is no more than that, and they are not stuck.
 */
function assertNoMore(
  { steps, amountIn }: Pick<Quote, 'amountIn' | 'steps'>,
  allowance: bigint | null,
): void {
  if (steps.length > 1) return; // its approval sets what may be taken
  if (allowance === null) fail('network_error', { message: 'The JSON-RPC node gave no answer' });
  if (allowance > amountIn) refuseQuote('approval');
}

/**
 * Reads what the contract of the deposit may take as it is sent.
 *
 * @returns whether what is to be approved is approved already, to the unit: more than that the approval takes back
 * @throws ServiceError `quote_refused` with `approval` where it may take more than the total, and no step takes that back
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

/** What nodes answer that simulate, and could not: the calls are to blame (execution-apis, `eth_simulateV1`). */
const isOfCalls = (code: number) =>
  (code <= -38_010 && code > -38_100) || code === -32_015 || code === -32_016;

type Simulated = ReadResult<{
  readonly changes: readonly BalanceChange[] | null;
  readonly isApproving: boolean;
}>;

/**
 * Refuses steps that would take anything but the total. A node that does not simulate says nothing, which is enough for a
 * contract that the operator named, and for no other.
 */
function checkSimulation(
  quote: Omit<Quote, 'gas'>,
  { value, error }: Pick<Simulated, 'error' | 'value'>,
  isKnownTaker: boolean,
): void {
  const isMissing = isKnownTaker && error !== null && !isOfCalls(error.code);
  // What cannot be read is no better than what is refused: a contract writes what it wants into its logs.
  const isFit = value?.changes && !value.isApproving && takesNoMore(quote, value.changes);
  if (!isMissing && !isFit) refuseQuote('simulation');
}

function takesNoMore({ coinIn, amountIn }: Omit<Quote, 'gas'>, changes: readonly BalanceChange[]): boolean {
  const isCoin = (token: string | null) => token?.toLowerCase() === coinIn.token?.toLowerCase();
  const taken = changes.find(({ token, id }) => isCoin(token) && id === null)?.amount ?? 0n;
  const isElsewhere = changes.some(({ token, id, amount }) => amount < 0n && !(isCoin(token) && id === null));
  // A node that shows no coin leaving has not looked. Of a token that was approved, what is not taken at once may be taken later.
  const isTotal = coinIn.token === null ? taken < 0n && -taken <= amountIn : -taken === amountIn;
  return !isElsewhere && isTotal;
}
