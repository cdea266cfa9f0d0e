/** Sent as `privy-client`, so an operator can tell which client a request came from. Equal to package.json. */
export const clientName = 'latchkey-core:0.1.0';
