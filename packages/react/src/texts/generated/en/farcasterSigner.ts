// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const farcasterSignerTexts = {
  title: 'Add a signer to Farcaster',
  detail: ({ app }: { readonly app: string | number }) => `This lets ${app} cast, like and follow for you.`,
  opening: 'Connecting to Farcaster',
  copy: 'Copy link',
  copied: 'Copied',
  success: 'Signer added',
  failed: 'The signer was not added',
  timedOut: 'The request timed out. Try again.',
  revoked: 'Request rejected',
  wrong: 'Something went wrong. Please try again.',
  retry: 'Retry',
};
