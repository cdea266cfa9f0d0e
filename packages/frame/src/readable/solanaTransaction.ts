import { toBase58 } from '../decode/base58.ts';
import { createReader, readSolanaMessage, type SolanaMessage } from './solanaMessage.ts';

const signatureLength = 64;

/** Serialised transaction: places for signatures, filled or zero, and the message that they sign. */
export interface SolanaTransaction {
  readonly message: SolanaMessage;
  readonly messageBytes: Uint8Array;
  /**
   * Returns a copy with a signature in its signer's place.
   *
   * @returns null if the message does not have this signer, or the signature has another length
   */
  withSignature(signer: string, signature: Uint8Array): Uint8Array<ArrayBuffer> | null;
}

/** Reads a transaction as libraries serialise it, signed or not. Returns null for any other bytes. */
export function readSolanaTransaction(bytes: Uint8Array): SolanaTransaction | null {
  const places = readPlaces(bytes);
  const message = places && readSolanaMessage(bytes.subarray(places.end));
  if (!message || message.signers.length !== places.count) return null;
  return {
    message,
    messageBytes: bytes.subarray(places.end),
    withSignature(signer, signature) {
      const place = message.signers.indexOf(signer);
      if (place === -1 || signature.length !== signatureLength) return null;
      const signed = Uint8Array.from(bytes);
      signed.set(signature, places.end - (places.count - place) * signatureLength);
      return signed;
    },
  };
}

/** Returns the fee payer's signature in base 58, which is the transaction's id, or null if the payer has not signed. */
export function toTransactionId(signed: Uint8Array): string | null {
  const places = readPlaces(signed);
  if (!places?.count) return null;
  const start = places.end - places.count * signatureLength;
  const first = signed.subarray(start, start + signatureLength);
  return first.every((byte) => byte === 0) ? null : toBase58(first);
}

function readPlaces(bytes: Uint8Array): { count: number; end: number } | null {
  const reader = createReader(bytes);
  try {
    const count = reader.length();
    reader.take(count * signatureLength);
    return { count, end: (count < 128 ? 1 : 2) + count * signatureLength };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
