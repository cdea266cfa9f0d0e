// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const passkeyErrorsTexts = {
  blocked: 'Your browser blocked the window. Allow pop-ups for this site and try again.',
  left: 'The window was closed before a passkey was used.',
  full: 'Your wallet has reached its passkey limit.',
  foreign: 'This passkey doesn\'t open your wallet.',
  other: 'An error has occurred, please try again.',
};
