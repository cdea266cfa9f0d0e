import { contextsOf } from '../../../contexts.ts';
import type { Environment } from '../../../environment.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { wordList } from './wordList.ts';

/** Minimum number of words (RECO-21). */
const fewestWords = 4;
/** One of the allowed characters, so a generated password is always valid. */
const joiner = '-';

/**
 * Generates a random recovery password that is valid for the client's app: four words, or more if the app requires a
 * longer password. The word list loads at the first call.
 *
 * @throws ServiceError the error of the client's start, if the app's settings do not load
 * @example
 * await generateRecoveryPassword(client) // 'gravel-lantern-oblige-temple'
 */
export async function generateRecoveryPassword(client: LatchkeyClient): Promise<string> {
  if (!client.getState().settings) await client.start(); // the host called before the settings were loaded
  const { settings, error } = client.getState();
  if (!settings && error) throw error;
  const { random } = contextsOf(client).page.environment;
  return generatePassword(random, settings?.embeddedWallets.recoveryPasswordMinLength ?? 0);
}

/**
 * Generates a password of four words, or of more if the app requires a longer one. All words are equally likely: a
 * random number of 16 bits chooses each word, and its 2^16 values are a multiple of the list's 2^13 words. Four words
 * have 52 bits of entropy.
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
