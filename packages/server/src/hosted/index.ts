/**
 * Serves the pages on which users let another app use their wallet, on a separate origin, in a process that needs no
 * database and reads no secret. Owns the headers and the HTML of these pages; changes none of their files. Uses only
 * `http`. The pages call the service like any host page.
 */
export type { HostedChain, HostedConfig } from './hostedConfig.ts';
export { readHostedChains } from './hostedConfig.ts';
export { serveHosted } from './serveHosted.ts';
