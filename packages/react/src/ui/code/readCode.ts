import { limits, readTypedCode, toTypedDigits } from '@latchkey/wire';

/** What a text typed, pasted or filled into the code boxes means. */
export type CodeReading =
  | { digits: string; problem: null }
  | { digits: string; problem: 'too-long' }
  | { digits: null; problem: 'not-numeric' };

/**
 * Reads the text of the code input. Blanks and hyphens, as people copy them ('123 456'), are trimmed (CODE-08) and digits of
 * any script are digits; any other character refuses the whole text; more than six digits fill the boxes and are told
 * (decision 9). Of a sentence that was pasted the code in it counts, if no other number could be it.
 */
export function readCode(text: string, isPasted = false): CodeReading {
  let typed = readTypedCode(text);
  if (isPasted && /[^0-9]/.test(typed)) {
    const [found, other] = new Set(toTypedDigits(text).match(/\b\d{3}[ -]?\d{3}\b/g));
    if (found && !other) typed = readTypedCode(found);
  }
  if (/[^0-9]/.test(typed)) return { digits: null, problem: 'not-numeric' };
  const digits = typed.slice(0, limits.codeLength);
  return { digits, problem: typed.length > limits.codeLength ? 'too-long' : null };
}
