// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const passwordDoneTexts = {
  title: 'Your password is set',
  created: 'Your wallet is ready',
  close: 'Done',
};
