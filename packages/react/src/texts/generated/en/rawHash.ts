// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const rawHashTexts = {
  warning: 'This can be anything: a transaction that empties your wallet, or a permission to take all you have. If you don\'t know exactly what it is, reject it.',
};
