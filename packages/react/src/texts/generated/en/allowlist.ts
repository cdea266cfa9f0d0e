// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const allowlistTexts = {
  title: 'You don\'t have access to this app',
  detail: 'Have you been invited?',
  button: 'Try another account',
};
