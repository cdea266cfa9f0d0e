import { readSolanaMessage } from '@latchkey/frame/readable';
import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../../../config/index.ts';
import { contextsOf } from '../../../contexts.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { getSolanaNode, type NodeReply, readValue, type SolanaNode, toRecord } from '../../../nodes/index.ts';
import { type Coin, findPrice } from '../../../prices/index.ts';
import { findChanges, lamportsOf, type SolanaBalanceChange, toLamports } from './changes.ts';
import { fromBase64, type SolanaSendRequest, toBase64 } from './request.ts';

/** What the network says of a transaction before it is signed. */
export interface PreparedSolanaTransaction {
  readonly chain: SolanaChain;
  readonly address: string;
  /** What the wallet pays to the network, in lamports: 0 where another account pays; null where the node does not say. */
  readonly fee: bigint | null;
  /** What the wallet has, in lamports. Null where the node does not say. */
  readonly balance: bigint | null;
  /**
   * What the wallet gains and loses beside the fee, as the node foresees it: SOL first, then tokens. Null where it does not
   * say, or cannot say it in full.
   */
  readonly changes: readonly SolanaBalanceChange[] | null;
  /** Whether the node foresees that it fails; null where it does not say. */
  readonly willFail: boolean | null;
  /** What a SOL is worth, in US dollars; null where no one says. */
  readonly price: number | null;
}

/** A person waits for what is only shown. */
const patienceMs = 3_000;

/** Coins of test networks have no price, but the service gives that of `npm start` one while it is in development. */
const pricedAs: Readonly<Partial<Record<SolanaChain, Coin>>> = {
  'solana:mainnet': { chainId: 0, symbol: 'SOL' },
  'solana:localnet': { chainId: 31_337, symbol: 'SOL' },
};

/**
 * Reads what a person should know before they agree to send a Solana transaction, from the host's node and all at once: fee,
 * balance, and what the node foresees. What the node does not answer is null.
 *
 * @param request what a sending operation's `sign` was handed, with the method `solana_signAndSendTransaction`
 * @throws ServiceError `unsupported_chain_id` without a node
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
    // Accounts out of lookup tables are not among those that were asked for: the changes would lack theirs.
    changes:
      willFail === false && message.lookedUp === 0 && paid !== null
        ? findChanges({ ...states, address, fee: paid })
        : null,
    willFail,
    price,
  };
}

const at = { commitment: 'confirmed' };

/** The transaction of a message, in base 64, whose signatures are still missing. */
function toUnsigned(message: string, signatures: number): string {
  return toBase64(Uint8Array.from([signatures, ...new Uint8Array(64 * signatures), ...fromBase64(message)]));
}

const read = (reply: NodeReply | null) => reply && readValue(reply);
const toList = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]) : null);
