// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const confirmLoginTexts = {
  title: 'Confirm it\'s you',
  detail: 'It\'s been a while since you logged in. Confirm it\'s you to change your account.',
  wallet: 'Your wallet isn\'t in this browser yet. Confirm it\'s you to open it here.',
  passkey: 'Use a passkey',
  ownWallet: 'Use a wallet',
  reopenTitle: 'Reopen this app',
  reopen: 'You opened this app a while ago, so Telegram can no longer confirm it\'s you. Close it, reopen it in Telegram and try again.',
  another: 'Or confirm another way:',
  logInAgain: 'It\'s been a while since you logged in. Log out and log in again to change your account.',
  logInAgainForWallet: 'Your wallet isn\'t in this browser yet. Log out and log in again to open it here.',
  close: 'Close',
};
