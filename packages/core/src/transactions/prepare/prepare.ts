import { findWarnings, type ReadableTransaction, readTransaction } from '@latchkey/frame/readable';
import { isCode, ServiceError } from '@latchkey/wire';
import type { PageContext, SessionContext } from '../../contexts.ts';
import { toHex } from '../../hex.ts';
import { readAtOnce } from '../../nodes/index.ts';
import { findPrice } from '../../prices/index.ts';
import { getNetwork, type Network } from '../chains.ts';
import { knownRecipients } from '../knownRecipients.ts';
import { readAction } from '../request/toCheckedTransaction.ts';
import { findKeptTransaction } from '../sending/keptTransactions.ts';
import type { CheckedTransaction, Hex, PreparedTransaction, UnsignedTransaction } from '../transaction.ts';
import { chainReads } from './chainReads.ts';
import { priceOf, toFees } from './toFees.ts';
import { codeReadOf, toToken } from './tokenReads.ts';

export interface PrepareInput {
  readonly request: CheckedTransaction;
  /** Hash of a failed attempt. The request's nonce is then ignored (TX-10). */
  readonly retryOf: Hex | null;
  /** True if the user will review it. Otherwise neither a simulation nor the coin's price is requested. */
  readonly isForReview: boolean;
}

/**
 * Reads what a review shows from the node in one round, and the coin's price from the service (TX-19). Does not throw
 * errors of the node. If they mean that the transaction will likely fail, or if a needed answer is missing, `failure`
 * has the first of them.
 *
 * @throws ServiceError `unsupported_chain_id` if the chain is not configured or has no node
 */
export async function prepare(
  session: SessionContext,
  { request: asked, retryOf, isForReview }: PrepareInput,
): Promise<PreparedTransaction> {
  const network = getNetwork(session, asked.chainId);
  const request = retryOf === null ? asked : { ...asked, nonce: null };
  const { id: chainId, nativeCurrency } = network.chain;
  const coin = { chainId, symbol: nativeCurrency?.symbol ?? 'ETH' };
  const [read, price] = await Promise.all([
    readChain(session.page, network, { request, retryOf, isForReview }).catch(toFailure),
    isForReview ? findPrice(session.page, coin) : null,
  ]);
  return describe(session, network, { request, read, price, retryOf });
}

type ChainFacts = Awaited<ReturnType<typeof readChain>>;

async function readChain(page: PageContext, { chain, url }: Network, input: PrepareInput) {
  const answers = await readAtOnce(page, url, chainReads(chain, input));
  const { value: chainId, failure } = answers.chainId;
  if (chainId === null)
    throw (
      failure ?? new ServiceError('network_error', { message: 'The JSON-RPC node does not say its chain' })
    );
  // Rejects the answers of a node on another chain, whose fees and nonce would be wrong for this chain.
  if (chainId !== chain.id) {
    throw new ServiceError('unsupported_chain_id', {
      message: `The JSON-RPC node of chain ${chain.id} is on chain ${chainId}. Check config.rpcConfig.`,
    });
  }
  return answers;
}

const toFailure = (cause: unknown): ServiceError =>
  isCode(cause) ? cause : new ServiceError('network_error', { cause });

interface Found {
  readonly request: CheckedTransaction;
  readonly read: ChainFacts | ServiceError;
  readonly price: number | null;
  readonly retryOf: Hex | null;
}

function describe(session: SessionContext, { chain }: Network, found: Found): PreparedTransaction {
  const { request, price, retryOf } = found;
  const read = found.read instanceof Error ? null : found.read;
  const isCollection = read?.collection?.value === 1 && read.decimals?.value === null;
  const action = readAction(request, { isCollection: () => (read?.collection ? isCollection : null) });
  const transaction = read && complete(request, read);
  const layer1 = read?.layer1?.value ?? 0n;
  const gas = transaction ? BigInt(transaction.gasLimit) * priceOf(transaction) : 0n;
  const fee = { gas, layer1, total: gas + layer1 };
  const balance = read?.balance.value ?? 0n; // TX-18
  const total = request.value + fee.total;
  const hasCode = (address: string) => read?.[codeReadOf(address)]?.value ?? null;
  const known = knownRecipients(session, request.from);
  const warningsOf = (content: ReadableTransaction) => findWarnings(content, { hasCode, known });
  return {
    request,
    transaction,
    chain,
    address: request.from,
    action,
    warnings: transaction ? warningsOf({ ...readTransaction(transaction), action, maxFee: fee.total }) : [],
    token: toToken(action, read ?? {}),
    fee,
    balance,
    total,
    price,
    changes: read?.simulation?.value ?? null,
    isShort: balance < total,
    failure: found.read instanceof Error ? found.read : failureOf(request, found.read),
    continues: retryOf && mayArrive(session.page, retryOf, read) ? retryOf : null,
    preparedAtMs: session.page.environment.clock.monotonicNow(),
  };
}

/** Returns the transaction to sign; null if a field is not in the request nor follows from the node's answers. */
function complete(request: CheckedTransaction, read: ChainFacts): UnsignedTransaction | null {
  const { from, to, value, data, chainId } = request;
  const fees = toFees(request, {
    baseFee: read.block.value,
    tip: read.tip.value,
    gasPrice: read.gasPrice.value,
  });
  const nonce = request.nonce ?? read.nonce.value;
  const gasLimit = request.gasLimit ?? withMargin(read.gas.value, data) ?? findGasOfShort(request, read);
  if (!fees || nonce === null || gasLimit === null) return null;
  const recipient = to === null ? {} : { to };
  return {
    ...fees,
    chainId,
    from,
    ...recipient,
    nonce,
    gasLimit: toHex(gasLimit),
    value: toHex(value),
    data,
  };
}

/**
 * Adds a fifth to the estimated gas if the transaction has data, because a contract may need more gas in the block
 * than in the estimate. The sender does not pay for unused gas.
 */
function withMargin(gas: bigint | null, data: Hex): bigint | null {
  return gas === null || data === '0x' ? gas : gas + gas / 5n;
}

/** Gas assumed for a transaction with data if the wallet cannot pay its value. */
const unknownGas = 300_000n;

/**
 * Returns the gas to assume if the estimate failed and the wallet cannot pay the value, because Geth estimates no gas
 * then. Returns null otherwise.
 */
function findGasOfShort({ data, value }: CheckedTransaction, { balance, gas }: ChainFacts): bigint | null {
  const isShort = gas.error !== null && balance.value !== null && value > balance.value;
  if (!isShort) return null;
  return data === '0x' ? 21_000n : unknownGas;
}

/**
 * Returns the reason why a transaction will likely fail (TX-15), or why a needed answer is missing; null otherwise. A low
 * balance is in `isShort` instead.
 */
function failureOf(request: CheckedTransaction, read: ChainFacts): ServiceError | null {
  const needed = ['gas', 'nonce', 'balance', 'block', 'tip', 'gasPrice', 'layer1'] as const;
  for (const name of needed) {
    const { failure } = read[name] ?? {};
    if (failure) return failure;
  }
  const { error } = read.gas;
  if (findGasOfShort(request, read) !== null && read.nonce.value !== null) return null;
  if (error) {
    const reason = String(error.message).slice(0, 160);
    return new ServiceError('transaction_failure', { message: reason, details: { code: error.code } });
  }
  const isUnread = [read.gas, read.nonce].some(({ value }) => value === null);
  return isUnread ? new ServiceError('network_error', { message: 'The JSON-RPC node gave no answer' }) : null;
}

/**
 * Returns true if an earlier attempt succeeded or may still be mined, so a new transaction could pay a second time. A
 * stored transaction may still be mined, because `lookAfter` sends it again if the node lost it.
 */
function mayArrive(page: PageContext, hash: Hex, read: ChainFacts | null): boolean {
  const status = read?.earlierReceipt?.value ?? null;
  if (status !== null) return status === 1;
  return findKeptTransaction(page, hash) !== null || read?.earlier?.value === true;
}
