import { readableMessage, spellOut, toHex } from './message.ts';
import type { ReadablePart } from './parts.ts';
import { readSolanaMessage } from './solanaMessage.ts';
import { readInstructions } from './solanaPrograms.ts';
import { readTypedData, type TypedDataShape } from './typedData.ts';

/** A request of a wallet's JSON-RPC, as it travels to the frame (docs/wire/protocol.md §4.3). */
interface Request {
  readonly method: string;
  readonly params: unknown;
}

/** A request for a signature, as a person may read it. */
export interface ReadableRequest {
  readonly kind: 'message' | 'data' | 'transaction';
  /** The address that the request names; null for Solana's, which names none. */
  readonly signer: string | null;
  /** What is signed: a text, or parts. */
  readonly content: string | readonly ReadablePart[];
}

/**
 * Reads a request for a signature the way the frame signs it.
 *
 * @param domainTitle a word for the domain of typed data, in the reader's language
 * @returns null for what cannot be shown in full, which nobody should be asked to sign
 */
export function readRequest({ method, params }: Request, domainTitle = 'Domain'): ReadableRequest | null {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : [];
  if (method === 'personal_sign' && typeof first === 'string' && typeof second === 'string')
    return { kind: 'message', signer: second, content: readableMessage(first) };
  if (method === 'eth_signTypedData_v4' && typeof first === 'string') {
    const data = toTypedData(second);
    return data && { kind: 'data', signer: first, content: readTypedData(data, domainTitle) };
  }
  return method === 'signMessage' ? readSolana(params) : null;
}

function readSolana(params: unknown): ReadableRequest | null {
  const { message } = (params ?? {}) as { message?: unknown };
  const bytes = typeof message === 'string' ? fromBase64(message) : null;
  if (bytes === null) return null;
  const transaction = readSolanaMessage(bytes);
  return transaction
    ? { kind: 'transaction', signer: null, content: readInstructions(transaction) }
    : { kind: 'message', signer: null, content: toText(bytes) };
}

function toText(bytes: Uint8Array): string {
  try {
    return spellOut(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return toHex(bytes);
  }
}

function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Typed data as an object, or as its JSON text. */
function toTypedData(value: unknown): TypedDataShape | null {
  const data = typeof value === 'string' ? parse(value) : value;
  const isRecord = (field: unknown) => typeof field === 'object' && field !== null && !Array.isArray(field);
  const {
    types,
    primaryType,
    domain = {},
    message,
  } = (isRecord(data) ? data : {}) as Partial<TypedDataShape>;
  const lists = isRecord(types) ? Object.values(types as object) : [null];
  if (
    !lists.every(isMemberList) ||
    typeof primaryType !== 'string' ||
    !isRecord(domain) ||
    !isRecord(message)
  )
    return null;
  return { types, primaryType, domain, message } as TypedDataShape;
}

const isMemberList = (list: unknown) =>
  Array.isArray(list) &&
  list.every((member) => typeof member?.name === 'string' && typeof member.type === 'string');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
