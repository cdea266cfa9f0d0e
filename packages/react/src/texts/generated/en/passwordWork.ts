// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const passwordWorkTexts = {
  checking: 'Checking your password. This takes a few seconds.',
  long: 'Still working. On a slow device this can take a minute. Keep this page open.',
};
