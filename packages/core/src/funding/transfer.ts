import { fail, isCode } from '@latchkey/wire';
import { contextsOf, type PageContext, type SessionContext } from '../contexts.ts';
import { type Hex, toHex } from '../hex.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { assertAnswered, readAtOnce, refuseNodeless, toBigInt, tokenMetadataReads } from '../nodes/index.ts';
import { newUuid } from '../uuid.ts';
import { type ConnectedWallet, isSameAddress } from '../wallets/index.ts';
import { parseAmount, toAmount } from './amounts.ts';
import { balanceRead, findBalance, toWord } from './balances.ts';
import type { FundingAsset, FundingNetwork, FundingRequest, PreparedTransfer } from './funding.ts';
import { forgetFunding, keepFunding, noteFunding, toArrival } from './kept.ts';
import { findCoin, getCoin, type KnownCoin, nameOf, nodeUrlOf, shorten } from './networks.ts';
import {
  goTo,
  isDeclined,
  type Paying,
  type Payment,
  type SentByWallet,
  untilLeft,
  waitUntilOnChain,
} from './payByWallet.ts';
import { prepareOnSolana, sendOnSolana } from './solanaTransfer.ts';

type OnEthereum = Extract<FundingNetwork, { chainType: 'ethereum' }>;

/**
 * Prepares a transfer on the request's own network.
 *
 * @throws ServiceError `insufficient_balance` (FUND-16), `invalid_data` for an invalid amount,
 *   `unsupported_chain_id` for the funded wallet itself, a wallet of the other chain type, a Solana wallet on another
 *   network, or a chain without a node, `transaction_failure` if the token refuses the transfer, and the node's errors
 */
export async function prepareTransfer(
  client: LatchkeyClient,
  request: FundingRequest,
  wallet: ConnectedWallet,
): Promise<PreparedTransfer> {
  const { page, session } = contextsOf(client);
  const { network, asset, address: recipient } = request;
  if (wallet.chainType !== network.chainType || isSameAddress(wallet.address, recipient))
    fail('unsupported_chain_id', { message: 'This wallet cannot fund the other one' });
  const known = getCoin(page, network, asset);
  if (network.chainType === 'solana') {
    const amount = toSent(request.amount, known);
    const fee = await prepareOnSolana(page, network.chain, { wallet, recipient, amount });
    const balance = await findBalance(session, network, known, wallet.address);
    const total = amount + fee;
    assertEnough(wallet, balance, total);
    return { wallet, network, coin: toCoin(known), recipient, amount, fee, total };
  }
  return prepareOnEthereum(session, network, { request, wallet, known });
}

const toCoin = ({ symbol, decimals, token }: KnownCoin) => ({ symbol, decimals, token });

/** Converts an amount to the smallest unit. @throws ServiceError `invalid_data` if it is zero or malformed */
export function toSent(amount: string, { decimals }: { readonly decimals: number }): bigint {
  return parseAmount(amount, decimals) || fail('invalid_data', { message: 'The amount must be more than 0' });
}

/**
 * Refuses a wallet that holds too little (FUND-16). @throws ServiceError `insufficient_balance`, `network_error` if
 * the balance is unknown
 */
export function assertEnough({ address }: ConnectedWallet, balance: bigint | null, needed: bigint): void {
  if (balance === null) fail('network_error', { message: 'The JSON-RPC node gave no answer' });
  if (balance < needed)
    fail('insufficient_balance', { message: `Wallet ${shorten(address)} does not have enough funds.` });
}

async function prepareOnEthereum(
  session: SessionContext,
  network: OnEthereum,
  { request, wallet, known }: { request: FundingRequest; wallet: ConnectedWallet; known: KnownCoin },
): Promise<PreparedTransfer> {
  const { chain } = network;
  const url = nodeUrlOf(session, chain) ?? refuseNodeless(chain.id);
  const coin = await readCoin(session.page, url, known);
  const { address: recipient } = request;
  const amount = toSent(request.amount, coin);
  const { to, value, data } = toPayment({ coin, recipient, amount });
  const call = { from: wallet.address, to, value: toHex(value), data };
  const read = await readAtOnce(session.page, url, {
    native: balanceRead({ token: null }, wallet.address),
    held: balanceRead(coin, wallet.address),
    gas: { method: 'eth_estimateGas', params: [call], read: toBigInt },
    gasPrice: { method: 'eth_gasPrice', params: [], read: toBigInt },
  });
  assertAnswered(read);
  // If the wallet holds too little, the gas estimate fails as well, so the balance is checked first.
  assertEnough(wallet, read.held.value, amount);
  if (read.gas.error && coin.token !== null)
    fail('transaction_failure', { message: String(read.gas.error.message).slice(0, 160) });
  const price = read.gasPrice.value ?? fail('network_error', { message: 'The JSON-RPC node gave no answer' });
  const fee = (read.gas.value ?? 21_000n) * price;
  const total = coin.token === null ? amount + fee : amount;
  assertEnough(wallet, read.native.value, coin.token === null ? total : fee);
  return { wallet, network, coin, recipient, amount, fee, total };
}

async function readCoin(page: PageContext, url: string, known: KnownCoin) {
  const { token } = known;
  if (known.isRead || token === null) return toCoin(known);
  const { symbol, decimals } = await readAtOnce(page, url, tokenMetadataReads(token));
  assertAnswered({ decimals });
  const count = decimals.value ?? fail('network_error', { message: 'The token does not say its decimals' });
  return { symbol: symbol.value ?? known.symbol, decimals: count, token };
}

function toPayment({
  coin,
  recipient,
  amount,
}: Pick<PreparedTransfer, 'coin' | 'recipient' | 'amount'>): Payment {
  if (coin.token === null) return { to: recipient, value: amount, data: '0x' };
  const word = amount.toString(16).padStart(64, '0');
  return { to: coin.token, value: 0n, data: `0xa9059cbb${toWord(recipient)}${word}` }; // transfer(address,uint256)
}

/**
 * Has the wallet send a prepared transfer and waits until it is on chain. Stores the transfer before the wallet is
 * asked to pay.
 *
 * @throws ServiceError `user_rejected_request`, `transaction_failure`, `client_request_timeout`,
 *   `must_be_authenticated`, the signal's reason, and other errors of the wallet and the node
 */
export function sendTransfer(
  client: LatchkeyClient,
  transfer: PreparedTransfer,
  paying: Paying = {},
): Promise<{ readonly hash: string }> {
  return untilLeft(send(client, transfer, paying), paying.signal);
}

async function send(client: LatchkeyClient, transfer: PreparedTransfer, { onPhase, signal }: Paying) {
  const { page, session } = contextsOf(client);
  const { network, coin, recipient, amount } = transfer;
  signal?.throwIfAborted();
  onPhase?.('preparing');
  const pay = await toPayer(client, transfer, signal);
  const before = await findBalance(session, network, coin, recipient);
  signal?.throwIfAborted();
  const id = newUuid(page.environment.random);
  await keepFunding(session, {
    id,
    way: 'wallet',
    address: recipient,
    caip2: nameOf(network),
    isTest: false,
    symbol: coin.symbol,
    amount: toAmount(amount, coin.decimals),
    asset: toAsset(page, transfer),
    ...toArrival(before, amount),
  });
  onPhase?.('submitting');
  try {
    const { hash, wait } = await pay();
    await noteFunding(page, id, { status: 'pending', transactionHash: hash });
    onPhase?.('confirm');
    await wait(signal);
    await noteFunding(page, id, { status: 'completed' });
    return { hash };
  } catch (error) {
    if (isDeclined(error)) await forgetFunding(page, id);
    else if (isCode(error, 'transaction_failure')) await noteFunding(page, id, { status: 'failed' });
    throw error;
  }
}

async function toPayer(
  client: LatchkeyClient,
  transfer: PreparedTransfer,
  signal: AbortSignal | undefined,
): Promise<() => Promise<SentByWallet>> {
  const { network, wallet } = transfer;
  if (network.chainType === 'solana') {
    const { chain } = network;
    return () => sendOnSolana(contextsOf(client).page, chain, transfer, signal);
  }
  const { chain } = network;
  const pay = await goTo(wallet, chain, signal);
  return async () => {
    const hash = await pay(toPayment(transfer));
    return { hash, wait: (signal) => waitUntilOnChain(client, hash, chain, signal) };
  };
}

/**
 * A fake token could call itself USDC. Its payment would then be looked for in the balance of the real USDC. Only the
 * known contract counts as USDC.
 */
function toAsset(page: PageContext, { network, coin }: PreparedTransfer): FundingAsset {
  if (coin.token === null) return 'native-currency';
  const isUsdc = findCoin(page, network, 'USDC')?.token?.toLowerCase() === coin.token.toLowerCase();
  return isUsdc ? 'USDC' : { erc20: coin.token as Hex };
}
