// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const transactionDetailsTexts = {
  title: 'Details',
  app: 'In the app\'s words',
  from: 'From',
  to: 'To',
  value: 'Amount',
  nonce: 'Nonce',
  gasLimit: 'Gas limit',
  gasPrice: 'Gas price',
  maxFee: 'Max fee per gas',
  maxPriorityFee: 'Max priority fee per gas',
  layer1: 'Fee on Ethereum',
  accessList: 'Access list',
  data: 'Data',
};
