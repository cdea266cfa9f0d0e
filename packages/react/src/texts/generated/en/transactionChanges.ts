// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const transactionChangesTexts = {
  title: 'Expected changes',
  none: 'Nothing in your wallet changes.',
};
