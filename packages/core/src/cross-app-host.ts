/**
 * What the hosted pages ask of the service in the name of a provider, an entry of its own so that no requester loads it.
 */

export type { HostedRequest } from './cross-app/crossApp.ts';
export { answerHostedRequest, openHostedRequest, takeHostedRequest } from './cross-app/hostedRequests.ts';
export { type SealedResult, sealResult } from './cross-app/sealResult.ts';
