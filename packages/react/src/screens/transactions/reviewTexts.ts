export const transactionReviewTexts = {
  requests: {
    send: (app: string) => `${app} asks for your approval.`,
    sign: (app: string) => `${app} asks for your signature. Once signed, it can be sent.`,
  },
  network: 'Network',
  fee: 'Estimated fee',
  total: 'Total',
  likelyFails: 'There was an error preparing your transaction. Your transaction request will likely fail.',
  short: 'Insufficient balance',
  missing: (amount: string, network: string) => `You need ${amount} more on ${network}.`,
  confirm: { send: 'Approve', sign: 'Sign' },
  confirmTwice: { send: 'Yes, approve', sign: 'Yes, sign' },
  reject: 'Reject',
  addFunds: 'Add funds',
  addFundsOn: (network: string) => `Add funds on ${network} to complete transaction.`,
  again: 'Try again',
  review: 'Your transaction',
} as const;
