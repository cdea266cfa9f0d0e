/**
 * Stand-ins for the social providers: their authorization pages with a choice of users, token endpoints, profile
 * endpoints, discovery documents and keys, written from the provider's own documentation. Owns codes and tokens, in
 * memory; uses no other module.
 */
export { answerConsent, type ConsentAnswer } from './answerConsent.ts';
export { type SandboxOAuthClient, sandboxOAuthClients } from './clients.ts';
export { createOAuth } from './createOAuth.ts';
export type { Ending } from './provider.ts';
