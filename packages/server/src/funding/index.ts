/**
 * Starts purchases of coins for a user's wallet at a provider, and follows them. A provider's events count only if they
 * are signed and match a purchase. Owns table `fundings`. Uses `sessions`, `users`, `app-secrets`, `audit`, `outbound`,
 * `crypto` and the providers.
 */
export { createFunding, type Fundings } from './createFunding.ts';
export { createOnRampServices } from './onRamps.ts';
