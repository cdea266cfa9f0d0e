/**
 * What the hosted pages ask of the service in the name of a provider, an entry of its own so that no requester loads it.
 */
export { answerAsk, openAsk, takeAsk } from './cross-app/asks.ts';
export type { CrossAppAsk } from './cross-app/crossApp.ts';
export { type SealedResult, sealResult } from './cross-app/sealResult.ts';
