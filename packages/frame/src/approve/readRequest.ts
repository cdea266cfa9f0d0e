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

/** A request as the page shows it. */
export interface Asked extends Omit<ReadableRequest, 'kind'> {
  readonly kind: ReadableRequest['kind'] | 'hash';
  /** What the person must be told first. */
  readonly warnings: readonly string[];
  /** What the page does not know, where it shows more than stands in the request. */
  readonly note: string | null;
  /** What a chain can say of it; null where it can say nothing. */
  readonly chain: Omit<ChainRequest, 'token'> | null;
}

export interface Reader {
  readonly texts: typeof approveEn.transaction;
  /** Of the texts, as BCP 47 has it. */
  readonly language: string;
  /** As {@link readRequest} takes it. */
  readonly domainTitle: string;
  /** An address of the wallet that signs, which a recipient may imitate. */
  readonly wallet: string;
  /** The address that signs where the request names none; null where it is not known. */
  readonly signer: string | null;
  /** What a chain said. */
  readonly facts?: ChainFacts | undefined;
}

/**
 * Reads a request as far as the page has texts for it, by what the frame decodes of it to sign it.
 *
 * @returns null for what the frame refuses to sign
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
    // The page shows the effect of the permit, and below it everything that is signed, as for other typed data.
    const spelled = toActionParts(permit, { texts, facts, holder, toCoins: String });
    return {
      kind: plain.kind,
      signer: plain.signer,
      content: [...spelled, ...plain.content],
      warnings: say(findActionWarnings(permit, { ...facts, known: [wallet] }), texts),
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
 * @throws Refusal `invalid_request_arguments` for what the frame refuses to sign
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
  // What is asked does not hang on what was answered.
  const { action: plain } = readTransaction(paramsOf(request)[0]);
  const coin = holder === null ? [] : [{ about: 'balance', address: holder } as const];
  const questions = [...coin, ...toQuestions(plain, holder)].slice(0, mostQuestions);
  return {
    kind: 'transaction',
    signer: transaction.from,
    content: toTransactionParts(read, { texts, facts, holder }),
    warnings: say(findWarnings(read, { ...facts, known: [wallet] }), texts),
    note: toNote(questions, facts, { texts, language }),
    chain: questions.length === 0 ? null : { chainId: transaction.chainId, questions },
  };
}

const paramsOf = ({ params }: RpcRequest): readonly unknown[] => (Array.isArray(params) ? params : []);

const say = (warnings: readonly TransactionWarning[], texts: typeof approveEn.transaction) =>
  warnings.map((name) => texts.warnings[name]);
