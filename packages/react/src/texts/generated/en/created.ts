// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const createdTexts = {
  title: 'Your wallet is ready',
  detail: 'Use it wherever you log in.',
};
