/**
 * Sent as `privy-client`, so an operator can tell which client a request came from. The version is the one of
 * package.json.
 */
export const clientName = 'latchkey-core:0.1.0';
