/**
 * The funding room: buying coins for a user's wallet at a provider, and what became of it. A provider's answers and events
 * are claims until they are verified; keys, tokens and addresses never reach logs. Owns table `fundings`; asks sessions,
 * users, app-secrets, audit and the providers. Webhooks and the directory ask it.
 */
export { createFunding, type Fundings } from './createFunding.ts';
