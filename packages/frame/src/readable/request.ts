import { isSolanaAddress } from '../decode/base58.ts';
import { decodeSolanaMessage } from '../decode/decode.ts';
import { readableBytes, readableMessage } from './message.ts';
import type { ReadablePart } from './parts.ts';
import { readSolanaMessage } from './solanaMessage.ts';
import { readInstructions } from './solanaPrograms.ts';
import { readTypedData } from './typedData.ts';

/** JSON-RPC request to a wallet, as it is sent to the frame (docs/wire/protocol.md §4.3). */
interface Request {
  readonly method: string;
  readonly params: unknown;
}

/** Signature request as the user reads it. */
export interface ReadableRequest {
  readonly kind: 'message' | 'data' | 'transaction';
  /** Address that the request names; null for Solana, whose requests name none. */
  readonly signer: string | null;
  /** Signed content: a text, or parts. */
  readonly content: string | readonly ReadablePart[];
}

/**
 * Reads a signature request with the decoders of the frame.
 *
 * @param domainTitle a word for the domain of typed data, in the user's language
 * @returns null for Ethereum transactions and hashes (other functions read them), and for what the frame refuses
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

/**
 * Reads the address that a request names. A malicious host page could otherwise show its own text in place of the
 * address, beside what is signed.
 */
function toSigner(value: unknown): string {
  if (typeof value === 'string' && value.startsWith('0x') && isAddress(value)) return value;
  throw new Error('a request names an address');
}

/** Returns true if a text has the form of an address on either chain. */
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
