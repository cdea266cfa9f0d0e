// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const walletTitlesTexts = {
  connect: 'Connect a wallet',
  connectDetail: 'Choose the wallet to use in this app.',
  another: 'Connect a wallet',
  anotherDetail: 'You\'re logged in. The wallet won\'t be added to your account.',
  link: 'Add a wallet',
  linkDetail: 'You can also use it to log in.',
  confirm: 'Confirm with your wallet',
  confirmDetail: 'Choose a wallet that is linked to your account.',
};
