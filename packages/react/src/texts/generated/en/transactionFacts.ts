// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
const number = /* @__PURE__ */ new Intl.NumberFormat('en-u-nu-latn');
export const transactionFactsTexts = {
  action: 'Action',
  amount: 'Amount',
  spender: 'Spender',
  recipient: 'Recipient',
  token: 'Token',
  collection: 'Collection',
  contract: 'Contract',
  function: 'Function',
  size: 'Size',
  bytes: ({ count }: { readonly count: number }) => `${number.format(count)} bytes`,
  unlimited: 'Unlimited',
  everything: 'All',
  actions: {
    approve: 'Approve',
    revoke: 'Revoke',
    transfer: 'Transfer',
  },
};
