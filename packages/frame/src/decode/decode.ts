/**
 * What a signature is asked for, decoded: the one form that is hashed and signed (`typedData.ts`, `message.ts`,
 * `solana.ts`) and drawn for a person (`readable/`). Whatever a request holds besides never leaves this folder. No key, no
 * hash, no DOM: host pages take it too.
 */
import { type Bytes, fromBase64, fromHex, utf8 } from '../bytes.ts';
import { refuse } from '../refusal.ts';

/** A value of an atomic or dynamic type (EIP-712). */
export type Atom =
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'integer'; readonly value: bigint }
  /** Of any length, which is hashed; of a fixed one; or an address. In 0x and hex digits. */
  | { readonly kind: 'bytes' | 'fixed' | 'address'; readonly hex: string };

/**
 * Decodes one value of an atomic or dynamic type.
 *
 * Nothing is coerced: a value that another program would cut, pad or round has no single meaning, and what has no
 * single meaning is not signed.
 *
 * @param path where the value stands, for the error
 * @throws Refusal `invalid_request_arguments`
 */
export function decodeAtom(type: string, value: unknown, path: string): Atom {
  const refuseValue = () => refuse('invalid_request_arguments', `${path} is not a valid ${type}`);
  if (type === 'string') {
    if (typeof value !== 'string') return refuseValue();
    assertWellFormed(value);
    return { kind: 'string', text: value };
  }
  if (type === 'bool') return typeof value === 'boolean' ? { kind: 'bool', value } : refuseValue();
  if (type === 'address' || type.startsWith('bytes')) {
    const length = typeof value === 'string' ? fromHex(value)?.length : undefined;
    if (length === undefined) return refuseValue();
    if (type === 'bytes') return { kind: 'bytes', hex: value as string };
    const isFit = length === (type === 'address' ? 20 : Number(type.slice('bytes'.length)));
    return isFit ? { kind: type === 'address' ? type : 'fixed', hex: value as string } : refuseValue();
  }
  const isSigned = type.startsWith('int');
  const bits = BigInt(type.slice(isSigned ? 3 : 4) || 256);
  const integer = toInteger(value) ?? refuseValue();
  const min = isSigned ? -(1n << (bits - 1n)) : 0n;
  const max = (1n << (isSigned ? bits - 1n : bits)) - 1n;
  return integer < min || integer > max ? refuseValue() : { kind: 'integer', value: integer };
}

/** A whole number as a number, a bigint, or decimal or 0x-hex text; beyond 2^53 a number has lost its digits. */
function toInteger(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  // Longer text than 2^256 needs would only keep the page busy.
  const isInteger = typeof value === 'string' && /^(?:-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value);
  return isInteger ? BigInt(value) : null;
}

/**
 * Decodes the message of `personal_sign`: plain text, or 0x-hex of the bytes to sign.
 *
 * @throws Refusal `invalid_request_arguments` when the message is not text
 */
export function decodeMessage(message: unknown): Bytes {
  if (typeof message !== 'string')
    refuse('invalid_request_arguments', 'The message of personal_sign must be a string');
  const bytes = fromHex(message);
  if (bytes) return bytes;
  assertWellFormed(message);
  return utf8(message);
}

/**
 * Decodes the parameters of Solana's `signMessage`: `{ message }`, the bytes to sign in base64. A transaction is signed by
 * signing its message, so that nothing here can tell the two apart; our client refuses transactions as messages.
 *
 * @throws Refusal `invalid_request_arguments`
 */
export function decodeSolanaMessage(params: unknown): Bytes {
  const message = Object.hasOwn(Object(params), 'message') ? (params as { message: unknown }).message : null;
  const bytes = typeof message === 'string' ? fromBase64(message) : null;
  if (bytes === null || bytes.length === 0) {
    refuse('invalid_request_arguments', 'The message of signMessage must be bytes in base64');
  }
  return bytes;
}

/**
 * Refuses text with half a surrogate pair: encoding replaces it, so that the person would sign another text than the
 * one that was shown.
 */
function assertWellFormed(text: string): void {
  if (/[\ud800-\udfff]/u.test(text))
    refuse('invalid_request_arguments', 'The text to sign is not valid Unicode');
}
