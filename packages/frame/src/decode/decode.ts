/**
 * Decoded signature requests: the form that is hashed and signed (`sign/`) and shown to the user (`readable/`). This
 * folder has no keys and no DOM access, so host pages use it, too.
 */
import { type Bytes, fromBase64, fromHex, utf8 } from '../bytes.ts';
import { refuse } from '../refusal.ts';

/** Value of an atomic or dynamic type (EIP-712). */
export type Atom =
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'integer'; readonly value: bigint }
  /** Dynamic bytes, which are hashed; bytes of a fixed length; or an address. 0x and hex digits. */
  | { readonly kind: 'bytes' | 'fixed' | 'address'; readonly hex: string };

/**
 * Decodes one value of an atomic or dynamic type.
 *
 * A value that other libraries truncate, pad or round has no single meaning, so it is not signed.
 *
 * @param path position of the value, for the error
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

/** Reads a whole number: a number, a bigint, or decimal or 0x-hex text. A number beyond 2^53 - 1 may have lost digits. */
function toInteger(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  // Text that is longer than 2^256 needs would only keep the page busy.
  const isInteger = typeof value === 'string' && /^(?:-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value);
  return isInteger ? BigInt(value) : null;
}

/**
 * Decodes the message of `personal_sign`: plain text, or 0x-hex of the bytes to sign.
 *
 * @throws Refusal `invalid_request_arguments` if the message is not text, or has half a surrogate pair
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
 * Decodes the parameters of Solana's `signMessage`: `{ message }`, the bytes to sign in base64. They may be a
 * transaction's message, which is signed in the same way.
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

/** Refuses half a surrogate pair. Encoding replaces it, so the user would sign another text than the one shown. */
function assertWellFormed(text: string): void {
  if (/[\ud800-\udfff]/u.test(text))
    refuse('invalid_request_arguments', 'The text to sign is not valid Unicode');
}
