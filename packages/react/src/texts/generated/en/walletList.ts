// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const walletListTexts = {
  connect: 'Connect',
  search: 'Search wallets',
  notFound: 'No wallet with this name',
  none: 'We can\'t find a wallet in this browser. Install one, then reload this page.',
};
