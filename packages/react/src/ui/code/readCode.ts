import { limits, readTypedCode, toTypedDigits } from '@latchkey/wire';

/** Result of reading a text that was typed, pasted or filled into the code boxes. */
export type CodeReading =
  | { digits: string; problem: null }
  | { digits: string; problem: 'too-long' }
  | { digits: null; problem: 'not-numeric' };

/**
 * Reads the text of the code input. Blanks and hyphens, as in '123 456', and invisible characters are removed
 * (CODE-08). Digits of any script are accepted. Any other character refuses the whole text, unless the text was
 * pasted and only one number in it can be the code. If there are more than six digits, the first six are kept and the
 * problem is reported (docs/decisions/login.md, 9).
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
