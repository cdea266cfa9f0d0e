// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const guestWalletTexts = {
  title: 'Keep your wallet first',
  detail: 'This account belongs to another user. Your wallet stays with your guest account, so export its key before you switch.',
  export: 'Export wallet',
  exportOne: ({ address }: { readonly address: string | number }) => `Export ${address}`,
  stay: 'Stay as guest',
};
