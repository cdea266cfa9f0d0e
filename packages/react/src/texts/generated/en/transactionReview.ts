// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const transactionReviewTexts = {
  requests: {
    send: ({ app }: { readonly app: string | number }) => `${app} asks for your approval.`,
    sign: ({ app }: { readonly app: string | number }) => `${app} asks for your signature. Once signed, it can be sent.`,
  },
  network: 'Network',
  fee: 'Estimated fee',
  total: 'Total',
  likelyFails: 'There was an error preparing your transaction. Your transaction request will likely fail.',
  short: 'Insufficient balance',
  missing: ({ amount, network }: { readonly amount: string | number; readonly network: string | number }) => `You need ${amount} more on ${network}.`,
  confirm: {
    send: 'Approve',
    sign: 'Sign',
  },
  confirmTwice: {
    send: 'Yes, approve',
    sign: 'Yes, sign',
  },
  reject: 'Reject',
  addFunds: 'Add funds',
  addFundsOn: ({ network }: { readonly network: string | number }) => `Add funds on ${network} to complete transaction.`,
  again: 'Try again',
  review: 'Your transaction',
};
