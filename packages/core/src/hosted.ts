/**
 * The entry `@latchkey/core/hosted`: reads and answers other apps' requests on the hosted pages of this app. A
 * requesting app does not need it.
 */

export type { HostedRequest } from './cross-app/crossApp.ts';
export { answerHostedRequest, openHostedRequest, takeHostedRequest } from './cross-app/hostedRequests.ts';
export { type SealedResult, sealResult } from './cross-app/sealResult.ts';
