// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const solanaFactsTexts = {
  notChecked: 'The network could not say what this transaction changes.',
  willFail: 'This transaction will probably fail.',
  fee: 'Network fee',
  unknown: 'Unknown',
  balance: 'Balance',
};
