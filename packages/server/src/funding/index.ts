/**
 * Starts purchases of coins for a user's wallet at a provider, and follows them. A provider's answers and events are
 * claims until they are verified; keys, tokens and addresses never reach logs. Owns table `fundings`. Uses `sessions`,
 * `users`, `app-secrets`, `audit` and the providers. Used by `webhooks` and `directory`.
 */
export { createFunding, type Fundings } from './createFunding.ts';
