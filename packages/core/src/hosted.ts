/**
 * The entry `@latchkey/core/hosted`: reads and answers what another app asks for on the hosted pages of this one. An app that
 * asks has no use for it.
 */

export type { HostedRequest } from './cross-app/crossApp.ts';
export { answerHostedRequest, openHostedRequest, takeHostedRequest } from './cross-app/hostedRequests.ts';
export { type SealedResult, sealResult } from './cross-app/sealResult.ts';
