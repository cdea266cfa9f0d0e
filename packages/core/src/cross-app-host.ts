/**
 * What the hosted pages ask of the service in the name of a provider, an entry of its own so that no requester loads it.
 */
export {
  answerAsk,
  type CrossAppAsk,
  openAsk,
  type SealedResult,
  sealResult,
  takeAsk,
} from './cross-app/index.ts';
