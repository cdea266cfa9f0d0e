// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const telegramTexts = {
  verifying: 'Verifying connection to Telegram',
  done: 'Successfully connected with Telegram',
  ready: 'You\'re good to go!',
  failed: 'Authentication failed',
  notInitialized: 'Telegram was not initialized',
  notConfigured: 'Telegram Auth configuration is not loaded',
  canceled: 'Telegram auth failed or was canceled by the client',
  expired: 'This Telegram login has expired or was already used.',
  tooMany: 'Too many requests. Please wait before trying again.',
  linked: 'This account has already been linked to another user.',
  notAllowed: 'Login with Telegram is not allowed.',
  other: 'Something went wrong. Please try again.',
  retry: 'Retry',
};
