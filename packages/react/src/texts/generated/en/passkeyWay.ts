// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const passkeyWayTexts = {
  use: 'Use a passkey instead',
  waiting: 'Continue in the window that opened.',
};
