// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const transactionOutcomeTexts = {
  done: 'All Done',
  confirmed: 'Your transaction is confirmed.',
  sent: 'Your transaction was sent.',
  failed: 'Transaction failed',
  code: 'Error code',
  hash: 'Transaction hash',
  copy: 'Copy transaction hash',
  copied: 'Copied',
  explorer: 'View on explorer',
  retry: 'Retry transaction',
  close: 'Close',
};
