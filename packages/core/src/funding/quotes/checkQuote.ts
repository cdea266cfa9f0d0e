import { fail } from '@latchkey/wire';
import type { Hex } from '../../hex.ts';
import { toWord } from '../balances.ts';
import type { Quote, QuoteStep } from '../funding.ts';
import { nativeAddress, type QuoteRequest } from './quoteRequest.ts';

export type QuoteRefusal =
  | 'malformed'
  | 'step'
  | 'deposit'
  | 'payer'
  | 'recipient'
  | 'chain'
  | 'currency'
  | 'output'
  | 'total'
  | 'approval'
  | 'simulation'
  | 'changed';

type Fields = Readonly<Record<string, unknown>>;

/** Number of steps above which an answer counts as malformed. An approval and a deposit are two. */
const mostSteps = 4;

/**
 * Compares the quote service's answer with the request and keeps only the checked fields. Its URLs and gas estimates
 * are dropped.
 *
 * A malicious quote service, or an attacker in between, could take more than shown, or have the user approve or sign a
 * call that empties the wallet. An answer that shows this is refused. Where the deposit's contract sends the funds
 * cannot be checked here.
 *
 * @throws ServiceError `quote_refused` with the reason in `details.reason`
 */
export function checkQuote(answer: unknown, request: QuoteRequest, nowMs: number): Omit<Quote, 'gas'> {
  const amountIn = checkDetails(toFields(answer), request);
  const { id, steps } = readSteps(toFields(answer), request);
  checkSteps(steps, request, amountIn);
  const { from, to, payer, recipient, coinIn, coinOut, amount } = request;
  // A quote service could claim that more arrives than requested, so the fee looks small. The fee is computed from
  // the request.
  const fee = amountIn > amount ? amountIn - amount : 0n;
  return {
    id,
    from,
    to,
    payer,
    recipient,
    coinIn,
    coinOut,
    amountIn,
    amountOut: amount,
    steps,
    fee,
    takenAtMs: nowMs,
    isDear: isDear(request, fee),
  };
}

/** Checks payer, recipient, coins and amounts of the answer. @returns the amount to pay */
function checkDetails(answer: Fields, request: QuoteRequest): bigint {
  const details = getFields(answer, 'details');
  if (!isAddress(getText(details, 'sender'), request.payer)) refuseQuote('payer');
  if (!isAddress(getText(details, 'recipient'), request.recipient)) refuseQuote('recipient');
  const currencyIn = getFields(details, 'currencyIn');
  const currencyOut = getFields(details, 'currencyOut');
  checkCurrency(getFields(currencyIn, 'currency'), request.from.id, request.coinIn.token);
  checkCurrency(getFields(currencyOut, 'currency'), request.to.id, request.coinOut.token);
  const amountIn = getQuantity(currencyIn, 'amount');
  const amountOut = getQuantity(currencyOut, 'amount');
  if (amountOut < request.amount) refuseQuote('output');
  checkTotal(request, amountIn);
  return amountIn;
}

function checkCurrency(currency: Fields, chainId: number, token: string | null): void {
  if (currency.chainId !== chainId) refuseQuote('chain');
  if (!isAddress(getText(currency, 'address'), token ?? nativeAddress)) refuseQuote('currency');
}

/** Fee in US dollars below which its share of the amount does not matter. */
const smallUsd = 5;

function checkTotal(request: QuoteRequest, amountIn: bigint): void {
  if (amountIn * 2n < request.amount) refuseQuote('total');
  const usd = toUsd(request, amountIn - request.amount);
  if (amountIn > request.amount * 2n && (usd === null || usd >= smallUsd)) refuseQuote('total');
}

/**
 * Returns true if the cost is more than a fifth of the amount, and is more than 5 US dollars or of unknown value. The
 * user should then confirm twice.
 */
function isDear(request: QuoteRequest, cost: bigint): boolean {
  return cost * 5n > request.amount && (toUsd(request, cost) ?? smallUsd + 1) > smallUsd;
}

function toUsd({ coinIn, price }: QuoteRequest, amount: bigint): number | null {
  return price === null ? null : (Number(amount) / 10 ** coinIn.decimals) * price;
}

function readSteps(answer: Fields, request: QuoteRequest): { id: Hex; steps: readonly QuoteStep[] } {
  const list = getList(answer, 'steps');
  const items = list.flatMap((step) => getList(step, 'items').map((item) => ({ step, item })));
  if (list.length > mostSteps || items.length > mostSteps || items.length === 0) refuseQuote('malformed');
  const id = getText(list.at(-1) ?? {}, 'requestId');
  const isId = /^0x[0-9a-f]{64}$/i.test(id);
  // The quote service's approval step has no `requestId`, or the one of the deposit.
  const areOne = list.every(({ requestId }) => requestId === undefined || requestId === id);
  if (!isId || !areOne) refuseQuote('malformed');
  const steps = items.map(({ step, item }, place) => {
    const kind = toKind(step, place === items.length - 1);
    return toStep(kind, getFields(item, 'data'), request);
  });
  return { id: id as Hex, steps };
}

const depositNames: readonly unknown[] = ['deposit', 'swap', 'send'];

function toKind({ id, kind }: Fields, isLast: boolean): QuoteStep['kind'] {
  if (kind !== 'transaction') refuseQuote('step');
  if (id === 'approve' && !isLast) return 'approve';
  return depositNames.includes(id) && isLast ? 'deposit' : refuseQuote('step');
}

function toStep(kind: QuoteStep['kind'], data: Fields, { payer, from }: QuoteRequest): QuoteStep {
  if (!isAddress(getText(data, 'from'), payer)) refuseQuote('payer');
  if (data.chainId !== from.id) refuseQuote('chain');
  if (data.authorizationList !== undefined) refuseQuote('step'); // EIP-7702: another party's code would replace the account's
  const to = data.to;
  if (typeof to !== 'string' || !/^0x[0-9a-f]{40}$/i.test(to) || isAddress(to, nativeAddress))
    return refuseQuote('step');
  const call = data.data ?? '0x';
  if (typeof call !== 'string' || !/^0x(?:[0-9a-f]{2}){0,20000}$/i.test(call))
    return refuseQuote('malformed');
  return { kind, to: to as Hex, value: getQuantity(data, 'value'), data: call as Hex };
}

/**
 * Selectors of token calls that move or approve an account's assets: transfer, transferFrom, safeTransferFrom
 * (ERC-721 and ERC-1155), approve, increaseAllowance, setApprovalForAll, permit (EIP-2612, DAI and Permit2), and
 * Permit2's approve. A deposit with one of them is refused, unless it is a transfer of the coin itself.
 */
const spending =
  /^0x(?:a9059cbb|23b872dd|42842e0e|b88d4fde|f242432a|095ea7b3|39509351|a22cb465|d505accf|8fcbaf0c|2b67b570|87517c45)/i;

/** Checks that the steps move the total, and nothing else as far as their calls show it. */
function checkSteps(
  steps: readonly QuoteStep[],
  { coinIn: { token }, deposits }: QuoteRequest,
  amountIn: bigint,
): void {
  const deposit = steps.at(-1) ?? refuseQuote('malformed');
  const approvals = steps.slice(0, -1);
  const value = steps.reduce((sum, step) => sum + step.value, 0n);
  const isTransfer = token !== null && isAddress(deposit.to, token);
  // A malicious quote could call a contract where the payer holds assets, and give those away. No list of such calls
  // is complete. If the operator names no contracts, `checkOnChain` requires a simulation of the deposit.
  if (!isTransfer && spending.test(deposit.data)) refuseQuote('step');
  if (deposits.length > 0) checkTaker(isTransfer ? toRecipient(deposit.data) : deposit.to, deposits);
  if (token === null) {
    if (approvals.length > 0) refuseQuote('approval');
    if (value !== amountIn) refuseQuote('total');
    return;
  }
  if (value !== 0n) refuseQuote('total');
  if (approvals.length > 1) refuseQuote('approval');
  for (const approval of approvals) {
    const wanted = `0x095ea7b3${toWord(deposit.to)}${toNumberWord(amountIn)}`; // approve(address,uint256)
    if (!isAddress(approval.to, token) || approval.data.toLowerCase() !== wanted) refuseQuote('approval');
  }
  // Without its own approval, the deposit uses an earlier one, which `checkOnChain` compares with the total.
  if (!isTransfer) return;
  if (approvals.length > 0) refuseQuote('approval');
  checkDirectTransfer(deposit.data.toLowerCase(), amountIn);
}

function checkTaker(taker: string, deposits: readonly string[]): void {
  if (!deposits.some((one) => isAddress(one, taker))) refuseQuote('deposit');
}

/** Returns the recipient of a token transfer; '' for any other call, which is then refused. */
const toRecipient = (data: string) => (/^0xa9059cbb0{24}/i.test(data) ? `0x${data.slice(34, 74)}` : '');

/** Checks a deposit by direct token transfer. Up to 32 bytes may follow its arguments, which identify the request. */
function checkDirectTransfer(data: string, amountIn: bigint): void {
  const [, amount] =
    /^0xa9059cbb0{24}[0-9a-f]{40}([0-9a-f]{64})(?:[0-9a-f]{2}){0,32}$/.exec(data) ?? refuseQuote('step');
  if (amount !== toNumberWord(amountIn)) refuseQuote('total');
}

const toNumberWord = (value: bigint) => value.toString(16).padStart(64, '0');
const isAddress = (text: string, address: string) => text.toLowerCase() === address.toLowerCase();

function toFields(value: unknown): Fields {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : refuseQuote('malformed');
}

/** Reads own fields only, so values in an answer's prototype are ignored. */
const getOwn = (fields: Fields, name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
const getFields = (fields: Fields, name: string) => toFields(getOwn(fields, name));

function getList(fields: Fields, name: string): readonly Fields[] {
  const list = getOwn(fields, name);
  return Array.isArray(list) && list.length <= 100 ? list.map(toFields) : refuseQuote('malformed');
}

function getText(fields: Fields, name: string): string {
  const text = getOwn(fields, name);
  return typeof text === 'string' ? text : refuseQuote('malformed');
}

function getQuantity(fields: Fields, name: string): bigint {
  const text = getText(fields, name);
  const isQuantity = /^(?:[0-9]{1,78}|0x[0-9a-f]{1,64})$/i.test(text);
  const value = isQuantity ? BigInt(text) : refuseQuote('malformed');
  return value < 2n ** 256n ? value : refuseQuote('malformed');
}

/** Refuses a quote before anything is signed. @throws ServiceError `quote_refused` */
export function refuseQuote(reason: QuoteRefusal): never {
  return fail('quote_refused', { details: { reason } });
}
