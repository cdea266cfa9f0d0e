/**
 * Stand-ins for the social providers: their authorization pages with a chooser of people, token endpoints, profile
 * endpoints, discovery documents and keys, each as strict as the provider's own documentation. Owns codes and tokens,
 * in memory; uses no other module. Written from that documentation alone, so that the service's records and these
 * rules do not share one misunderstanding.
 */
export { answerConsent, type ConsentAnswer } from './answerConsent.ts';
export { type SandboxOAuthClient, sandboxOAuthClients } from './clients.ts';
export { createOAuth } from './createOAuth.ts';
export type { Ending } from './provider.ts';
