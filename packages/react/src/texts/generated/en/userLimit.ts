// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const userLimitTexts = {
  title: 'This app is full',
  detail: 'It isn\'t accepting new users right now.',
  button: 'Try another account',
};
