// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const loginFailedTexts = {
  title: 'Login failed',
  detail: 'Unknown error occurred.',
  tryAgain: 'Try again',
  cancel: 'Cancel',
};
