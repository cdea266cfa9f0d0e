import { toBase58 } from '../decode/base58.ts';
import { createReader, readSolanaMessage, type SolanaMessage } from './solanaMessage.ts';

const signatureLength = 64;

/** A transaction as it travels: the signatures' places, filled or zero, and the message that they sign. */
export interface SolanaTransaction {
  readonly message: SolanaMessage;
  readonly messageBytes: Uint8Array;
  /** Puts a signature into its signer's place, in a copy. @returns null where the signer is none of the message's */
  withSignature(signer: string, signature: Uint8Array): Uint8Array<ArrayBuffer> | null;
}

/** Reads a transaction as libraries serialise it, signed or not; null for what is none. */
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

/** The signature of a transaction's fee payer, in base 58: the transaction's id. Null while it is not signed. */
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
