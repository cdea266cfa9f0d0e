import { toPlainLine } from '@latchkey/wire';
import type { NodeAnswer } from '../ethereum/index.ts';

/**
 * Code of an account that delegates to a contract (EIP-7702). Its key still controls it, so it does not count as a
 * contract.
 */
const delegation = /^0xef0100[0-9a-f]{40}$/i;
const longestSymbol = 20;

export function toQuantity(answer: NodeAnswer): bigint | null {
  return answer.kind === 'said' && /^0x[0-9a-f]{1,64}$/i.test(answer.result) ? BigInt(answer.result) : null;
}

/** Parses a number that a contract returns, in exactly 32 bytes. */
export function toWord(answer: NodeAnswer): bigint | null {
  return answer.kind === 'said' && answer.result.length === 66 ? BigInt(answer.result) : null;
}

export function toHasCode(answer: NodeAnswer): boolean | null {
  if (answer.kind !== 'said') return null;
  return answer.result !== '0x' && !delegation.test(answer.result);
}

/**
 * Reads a symbol that a contract returns: a string, or 32 bytes as in the oldest tokens. A hostile contract could use
 * characters that hide or reorder letters, so its token looks like another one. Spaces replace such characters.
 */
export function toSymbol(answer: NodeAnswer): string | null {
  const bytes = answer.kind === 'said' ? toTextBytes(Buffer.from(answer.result.slice(2), 'hex')) : null;
  if (!bytes) return null;
  // Removes combining marks that did not merge with their letters.
  const text = new TextDecoder()
    .decode(bytes)
    .normalize('NFC')
    .replaceAll(/[\p{M}\uFFFD]+/gu, '');
  const letters = [...toPlainLine(text)];
  if (letters.length === 0) return null;
  return letters.length > longestSymbol
    ? `${letters.slice(0, longestSymbol - 1).join('')}…`
    : letters.join('');
}

function toTextBytes(bytes: Buffer): Uint8Array | null {
  if (bytes.length === 32) return bytes;
  if (bytes.length < 96 || toLength(bytes.subarray(0, 32)) !== 32) return null;
  const length = toLength(bytes.subarray(32, 64));
  return length <= bytes.length - 64 ? bytes.subarray(64, 64 + length) : null;
}

const toLength = (word: Uint8Array) => Number(BigInt(`0x${Buffer.from(word).toString('hex')}`));
