/** What the page that comes back in the popup posts to its opener (docs/wire/protocol.md §2.5); published clients do too. */
export const answerType = 'PRIVY_OAUTH_RESPONSE';
export const errorType = 'PRIVY_OAUTH_ERROR';
/** Parameters that the service adds to the page's address. */
export const parameters = {
  code: 'privy_oauth_code',
  state: 'privy_oauth_state',
  provider: 'privy_oauth_provider',
} as const;
