import type { FrameRequests, RpcRequest } from '@latchkey/wire';
import type { ChainRequest } from '../approval/messages.ts';
import { fromBase64url } from '../bytes.ts';
import { isRawMethod, readRawHash } from '../decode/rawHash.ts';
import {
  findActionWarnings,
  findWarnings,
  type ReadableRequest,
  readDomainChain,
  readFarcasterRequest,
  readPermit,
  readRequest,
  readTransaction,
  type TransactionWarning,
  toHex,
} from '../readable/index.ts';
import { type ChainFacts, mostQuestions, noFacts, toQuestions } from './chainFacts.ts';
import type { approveEn } from './generated/en.ts';
import { toNote } from './transaction/toNote.ts';
import { toActionParts, toTransactionParts } from './transaction/toParts.ts';

/** Request as the page shows it. */
export interface Asked extends Omit<ReadableRequest, 'kind'> {
  readonly kind: ReadableRequest['kind'] | 'hash';
  readonly warnings: readonly string[];
  /** Text that lists what was not checked. Null if the page shows only what the request contains. */
  readonly note: string | null;
  readonly chain: Omit<ChainRequest, 'token'> | null;
}

export interface Reader {
  readonly texts: typeof approveEn.transaction;
  /** Language of the texts (BCP 47). */
  readonly language: string;
  /** Title for the domain of typed data, as in {@link readRequest}. */
  readonly domainTitle: string;
  /**
   * Address that names the entropy (index 0). The page warns of a recipient whose address resembles this one or the
   * signer's.
   */
  readonly wallet: string;
  /** Address that signs if the request names none; null if it is not known. */
  readonly signer: string | null;
  readonly facts?: ChainFacts | undefined;
}

/**
 * Reads a request with the decoders that the vault uses, and describes it in the page's language.
 *
 * @returns null for a request that cannot be read
 */
export function readAsked(request: RpcRequest, reader: Reader): Asked | null {
  try {
    if (isRawMethod(request.method)) return readHash(request, reader);
    if (request.method === 'eth_signTransaction') return readSending(request, reader);
    const plain = readRequest(request, reader.domainTitle);
    const permit = request.method === 'eth_signTypedData_v4' ? readPermit(paramsOf(request)[1]) : null;
    if (plain === null || permit === null || typeof plain.content === 'string')
      return plain && { ...plain, warnings: [], note: null, chain: null };
    const { texts, language, wallet, facts = noFacts } = reader;
    const holder = plain.signer ?? reader.signer;
    const chainId = readDomainChain(paramsOf(request)[1]);
    const questions = toQuestions(permit, holder);
    const spelled = toActionParts(permit, { texts, facts, holder, toCoins: String });
    return {
      kind: plain.kind,
      signer: plain.signer,
      content: [...spelled, ...plain.content],
      warnings: say(findActionWarnings(permit, { ...facts, known: ownOf(wallet, holder) }), texts),
      note: toNote(questions, facts, { texts, language }),
      chain: chainId === null ? null : { chainId, questions },
    };
  } catch {
    return null;
  }
}

/**
 * Reads a request for a signature by a Farcaster signer.
 *
 * @throws Refusal `invalid_request_arguments` for a request that the frame refuses to sign
 */
export function readFarcaster(
  request: FrameRequests['privy:farcaster:sign'],
  { isHashAllowed, unreadable }: { readonly isHashAllowed: boolean; readonly unreadable: string },
): Asked {
  const { content, hash } = readFarcasterRequest(request, fromBase64url, { isHashAllowed });
  const plain = { signer: null, note: null, chain: null };
  if (content) return { ...plain, kind: 'message', content, warnings: [] };
  return { ...plain, kind: 'hash', content: toHex(hash), warnings: [unreadable] };
}

function readHash(request: RpcRequest, { texts }: Reader): Asked {
  const { signer, hash } = readRawHash(request);
  return { kind: 'hash', signer, content: hash, warnings: [texts.unreadable], note: null, chain: null };
}

function readSending(
  request: RpcRequest,
  { texts, language, wallet, signer, facts = noFacts }: Reader,
): Asked {
  const read = readTransaction(paramsOf(request)[0], facts);
  const { transaction } = read;
  const holder = transaction.from ?? signer;
  // Reads the action without facts, so that the questions are the same before and after the answers.
  const { action: plain } = readTransaction(paramsOf(request)[0]);
  const coin = holder === null ? [] : [{ about: 'balance', address: holder } as const];
  const questions = [...coin, ...toQuestions(plain, holder)].slice(0, mostQuestions);
  return {
    kind: 'transaction',
    signer: transaction.from,
    content: toTransactionParts(read, { texts, facts, holder }),
    warnings: say(findWarnings(read, { ...facts, known: ownOf(wallet, holder) }), texts),
    note: toNote(questions, facts, { texts, language }),
    chain: questions.length === 0 ? null : { chainId: transaction.chainId, questions },
  };
}

/** The user's own addresses: an address that resembles one of them is suspicious. */
const ownOf = (wallet: string, holder: string | null): string[] => (holder ? [wallet, holder] : [wallet]);

const paramsOf = ({ params }: RpcRequest): readonly unknown[] => (Array.isArray(params) ? params : []);

const say = (warnings: readonly TransactionWarning[], texts: typeof approveEn.transaction) =>
  warnings.map((name) => texts.warnings[name]);
