/**
 * Serves the pages on which people let another app use their wallet, on an origin of their own, in a process that has
 * no database and no secret. Owns the headers and the HTML of these pages; changes none of their files. Uses `http`
 * alone. The pages call the service like any host page.
 */
export type { HostedChain, HostedConfig } from './hostedConfig.ts';
export { readHostedChains } from './hostedConfig.ts';
export { serveHosted } from './serveHosted.ts';
