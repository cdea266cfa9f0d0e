// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const fundingAwaitingTexts = {
  bridging: ({ wallet }: { readonly wallet: string | number }) => `Bridging with ${wallet}`,
  confirming: ({ wallet }: { readonly wallet: string | number }) => `Confirming with ${wallet}`,
  preparing: 'Preparing…',
  submitting: 'Confirm in your wallet',
  confirm: 'Waiting for the network',
  onItsWay: 'Your funds are on their way. You can close this window.',
  refunded: 'The transfer was refunded to your wallet.',
  failed: 'Transfer failed',
  failedDetail: 'Your funds did not arrive. Look the transfer up on the explorer.',
  notSent: 'Nothing was sent',
  unsure: 'Check your wallet\'s activity before you try again.',
  done: 'Funds added',
  doneDetail: ({ amount, network }: { readonly amount: string | number; readonly network: string | number }) => `${amount} arrived on ${network}.`,
  rejectedDetail: 'Nothing was sent. Try again, or use another wallet.',
};
