import { toPlainLine } from '@latchkey/wire';
import type { NodeAnswer } from '../ethereum/index.ts';

/** An account that lets a contract act for it (EIP-7702): its key is in charge as before, so it counts as none. */
const delegation = /^0xef0100[0-9a-f]{40}$/i;
/** Longest symbol, in characters. */
const longestSymbol = 20;

/** A quantity of JSON-RPC. */
export function toQuantity(answer: NodeAnswer): bigint | null {
  return answer.kind === 'said' && /^0x[0-9a-f]{1,64}$/i.test(answer.result) ? BigInt(answer.result) : null;
}

/** A number that a contract returns, in 32 bytes exactly. */
export function toWord(answer: NodeAnswer): bigint | null {
  return answer.kind === 'said' && answer.result.length === 66 ? BigInt(answer.result) : null;
}

/** Whether an account is a contract, by `eth_getCode`. */
export function toHasCode(answer: NodeAnswer): boolean | null {
  if (answer.kind !== 'said') return null;
  return answer.result !== '0x' && !delegation.test(answer.result);
}

/**
 * A symbol that a contract returns: a string, or the 32 bytes that the oldest tokens have. Threat: signs that hide or reorder
 * letters, so that a token looks like another or turns the text beside it round; of these a space is left.
 */
export function toSymbol(answer: NodeAnswer): string | null {
  const bytes = answer.kind === 'said' ? toTextBytes(Buffer.from(answer.result.slice(2), 'hex')) : null;
  if (!bytes) return null;
  // No symbol needs marks that did not join their letters.
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
