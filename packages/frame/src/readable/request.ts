import { isSolanaAddress } from '../decode/base58.ts';
import { decodeSolanaMessage } from '../decode/decode.ts';
import { readableBytes, readableMessage } from './message.ts';
import type { ReadablePart } from './parts.ts';
import { readSolanaMessage } from './solanaMessage.ts';
import { readInstructions } from './solanaPrograms.ts';
import { readTypedData } from './typedData.ts';

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
 * Reads a request for a signature by what the frame decodes of it to sign it.
 *
 * @param domainTitle a word for the domain of typed data, in the reader's language
 * @returns null for what the frame refuses to sign, which no one should be asked for
 */
export function readRequest({ method, params }: Request, domainTitle = 'Domain'): ReadableRequest | null {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : [];
  try {
    switch (method) {
      case 'personal_sign':
        return { kind: 'message', signer: toSigner(second), content: readableMessage(first) };
      case 'eth_signTypedData_v4':
        return { kind: 'data', signer: toSigner(first), content: readTypedData(second, domainTitle) };
      case 'signMessage':
        return readSolana(params);
      default:
        return null;
    }
  } catch {
    return null;
  }
}

/** Threat: words of the host's in place of the address, which would stand beside what is signed. */
function toSigner(value: unknown): string {
  if (typeof value === 'string' && value.startsWith('0x') && isAddress(value)) return value;
  throw new Error('a request names an address');
}

/** Tells whether a text has the form of an address of either chain. */
export function isAddress(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text) || isSolanaAddress(text);
}

function readSolana(params: unknown): ReadableRequest {
  const bytes = decodeSolanaMessage(params);
  const transaction = readSolanaMessage(bytes);
  return transaction
    ? { kind: 'transaction', signer: null, content: readInstructions(transaction) }
    : { kind: 'message', signer: null, content: readableBytes(bytes) };
}
