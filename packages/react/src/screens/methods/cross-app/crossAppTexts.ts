export const crossAppTexts = {
  waiting: (app: string) => `Connecting to ${app}`,
  waitingDetail: (app: string) => `Continue in the window from ${app}.`,
  success: (app: string) => `Successfully connected with ${app}`,
  successDetail: "You're good to go!",
  /** Where no window is open: the browser opened none, or the person comes from somewhere else. */
  ready: (app: string) => `Continue with ${app}`,
  readyDetail: (app: string) => `${app} opens in a window of its own.`,
  open: (app: string) => `Open ${app}`,
  failed: 'Authentication failed',
  denied: 'You declined.',
  closed: 'The window was closed.',
  blocked: 'Your browser blocked the window. Allow pop-ups for this page, then try again.',
  timedOut: 'Authorization request timed out after 2 minutes.',
  notConnected: 'Invalid connected app',
  taken: 'This account has already been linked to another user.',
  tooMany: 'Too many requests. Please wait before trying again.',
  wrong: 'Something went wrong. Please try again.',
  retry: 'Retry',
  other: 'Try another method',
  /** An app whose name is not known yet. */
  unnamed: 'the other app',
} as const;

/** The words of the screen in the person's language. */
export type CrossAppTexts = {
  readonly [K in keyof typeof crossAppTexts]: (typeof crossAppTexts)[K] extends string
    ? string
    : (app: string) => string;
};
