export const farcasterTexts = {
  title: 'Sign in with Farcaster',
  linkTitle: 'Link your Farcaster account',
  scan: "Scan this code with your phone's camera, then approve in the Farcaster app.",
  code: 'QR code that opens the Farcaster app',
  approve: 'Approve in the Farcaster app, then come back here.',
  open: 'Open Farcaster',
  opening: 'Connecting to Farcaster',
  waiting: 'Waiting for your approval',
  verifying: 'Verifying connection to Farcaster',
  success: 'Successfully connected with Farcaster',
  successDetail: "You're good to go!",
  failed: 'Authentication failed',
  timedOut: 'The request timed out. Try again.',
  taken: 'This account has already been linked to another user.',
  tooMany: 'Too many requests. Please wait before trying again.',
  wrong: 'Something went wrong. Please try again.',
  retry: 'Retry',
  other: 'Try another method',
} as const;

/** The words of the Farcaster screen in the person's language. */
export type FarcasterTexts = { readonly [K in keyof typeof farcasterTexts]: string };
