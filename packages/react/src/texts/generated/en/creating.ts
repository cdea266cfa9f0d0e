// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const creatingTexts = {
  title: 'Creating your wallet',
  detail: 'This takes a few seconds.',
};
