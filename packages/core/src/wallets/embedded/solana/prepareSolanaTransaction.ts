import { readSolanaMessage } from '@latchkey/frame/readable';
import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../../../config/index.ts';
import { contextsOf } from '../../../contexts.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { getSolanaNode, type NodeReply, readValue, type SolanaNode, toRecord } from '../../../nodes/index.ts';
import { type Coin, findPrice } from '../../../prices/index.ts';
import { findChanges, lamportsOf, type SolanaBalanceChange, toLamports } from './changes.ts';
import { fromBase64, type SolanaSendRequest, toBase64 } from './request.ts';

/** Data about a transaction that a review shows before it is signed. */
export interface PreparedSolanaTransaction {
  readonly chain: SolanaChain;
  readonly address: string;
  /** Network fee that the wallet pays, in lamports: 0 if another account pays, null if the node does not say. */
  readonly fee: bigint | null;
  /** Balance of the wallet, in lamports. Null if the node does not say. */
  readonly balance: bigint | null;
  /**
   * Simulated gains and losses of the wallet besides the fee: SOL first, then tokens. Null if the simulation fails, the
   * transaction uses lookup tables, or the node does not report the fee and all changes.
   */
  readonly changes: readonly SolanaBalanceChange[] | null;
  /** True if the transaction fails in the node's simulation; null if the node does not say. */
  readonly willFail: boolean | null;
  /** Price of one SOL in US dollars; null if unknown. */
  readonly price: number | null;
}

/**
 * Time in ms for which requests are repeated if the node limits them. It is short, because the user is waiting and the
 * values are only displayed.
 */
const patienceMs = 3_000;

/**
 * Coins of test networks have no price. The exception is the local network of `npm start`, for which a service in
 * development returns one.
 */
const pricedAs: Readonly<Partial<Record<SolanaChain, Coin>>> = {
  'solana:mainnet': { chainId: 0, symbol: 'SOL' },
  'solana:localnet': { chainId: 31_337, symbol: 'SOL' },
};

/**
 * Reads what a user needs to review a Solana transaction: the fee, the balance, the simulated changes and the price
 * of SOL, all in parallel. Values that the node or the service does not return are null.
 *
 * @param request passed to a sending operation's `sign`, with the method `solana_signAndSendTransaction`
 * @throws ServiceError `unsupported_chain_id` without a node, `invalid_data` if the request has no transaction
 */
export async function prepareSolanaTransaction(
  client: LatchkeyClient,
  request: SolanaSendRequest,
): Promise<PreparedSolanaTransaction> {
  const { address, chain, data } = request;
  const { page } = contextsOf(client);
  const node = getSolanaNode(page, chain, patienceMs);
  const coin = pricedAs[chain];
  const message = readSolanaMessage(fromBase64(data)) ?? fail('invalid_data');
  const { accounts, signers } = message;
  const callNodeOrNull = (...question: Parameters<SolanaNode>) => node(...question).catch(() => null);

  const [fee, before, simulation, price] = await Promise.all([
    callNodeOrNull('getFeeForMessage', [data, at]),
    callNodeOrNull('getMultipleAccounts', [accounts, { ...at, encoding: 'jsonParsed' }]),
    callNodeOrNull('simulateTransaction', [
      toUnsigned(data, signers.length),
      {
        ...at,
        encoding: 'base64',
        sigVerify: false,
        replaceRecentBlockhash: true,
        accounts: { encoding: 'jsonParsed', addresses: accounts },
      },
    ]),
    coin ? findPrice(page, coin) : null,
  ]);

  const isPayer = signers[0] === address;
  const paid = isPayer ? toLamports(read(fee)) : 0n;
  const { err, accounts: after } = toRecord(read(simulation));
  const willFail = err === undefined ? null : err !== null;
  const states = { accounts, before: toList(read(before)), after: toList(after) };
  return {
    chain,
    address,
    fee: paid,
    balance: lamportsOf(states.before?.[accounts.indexOf(address)]),
    // Accounts from lookup tables were not requested, so the changes would be incomplete.
    changes:
      willFail === false && message.lookedUp === 0 && paid !== null
        ? findChanges({ ...states, address, fee: paid })
        : null,
    willFail,
    price,
  };
}

const at = { commitment: 'confirmed' };

function toUnsigned(message: string, signatures: number): string {
  return toBase64(Uint8Array.from([signatures, ...new Uint8Array(64 * signatures), ...fromBase64(message)]));
}

const read = (reply: NodeReply | null) => reply && readValue(reply);
const toList = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]) : null);
