import { contextsOf } from '../../../contexts.ts';
import type { Environment } from '../../../environment.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { wordList } from './wordList.ts';

/** Words of a password and what joins them (RECO-21). */
const fewestWords = 4;
/** One of the allowed signs, so that what is generated is always valid (decision 27). */
const joiner = '-';

/**
 * Draws a recovery password of four words that is valid for the client's app. The words are loaded at the first call.
 *
 * @example
 * await generateRecoveryPassword(client) // 'gravel-lantern-oblige-thimble'
 */
export function generateRecoveryPassword(client: LatchkeyClient): string {
  const {
    page: { environment },
    session: { state },
  } = contextsOf(client);
  const minLength = state.get().settings?.embeddedWallets.recoveryPasswordMinLength ?? 0;
  return generatePassword(environment.random, minLength);
}

/**
 * Draws a password of four words, more only where an app wants a longer one. The list has 2^13 words, so 13 bits of each
 * random number name one and every word is as likely as any other: no remainder favours some. Four words are 52 bits.
 *
 * @param random fills an array with cryptographic random bytes
 * @param minLength in characters
 */
export function generatePassword(random: Environment['random'], minLength: number): string {
  const drawn: string[] = [];
  while (drawn.length < fewestWords || drawn.join(joiner).length < minLength) drawn.push(drawWord(random));
  return drawn.join(joiner);
}

function drawWord(random: Environment['random']): string {
  const [high = 0, low = 0] = random(new Uint8Array(2));
  return wordList[((high << 8) | low) % wordList.length] ?? '';
}
