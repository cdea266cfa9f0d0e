import { limits } from '@latchkey/wire';

/** What a text typed, pasted or filled into the code boxes means. */
export type CodeReading =
  | { digits: string; problem: null }
  | { digits: string; problem: 'too-long' }
  | { digits: null; problem: 'not-numeric' };

/**
 * Reads the text of the code input. Blanks and hyphens, as people copy them ('123 456'), are trimmed (CODE-08); any other
 * non-digit refuses the whole text; more than six digits fill the boxes and are told (decision 9).
 */
export function readCode(text: string): CodeReading {
  const trimmed = text.replace(/[\s-]/g, '');
  if (!/^[0-9]*$/.test(trimmed)) return { digits: null, problem: 'not-numeric' };
  const digits = trimmed.slice(0, limits.codeLength);
  return { digits, problem: trimmed.length > limits.codeLength ? 'too-long' : null };
}
