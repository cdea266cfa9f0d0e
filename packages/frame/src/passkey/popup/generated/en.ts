// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const passkeyEn = {
  create: 'Add a passkey to your wallet',
  createDetail: 'Use it to open your wallet when you log in on a new browser.',
  use: 'Open your wallet with a passkey',
  useDetail: 'Use the passkey you added to your wallet.',
  next: 'Continue',
  failed: 'Something went wrong. Try again, or use another passkey.',
  lost: 'The page that opened this window is gone. Close this window and start again.',
  name: 'Wallet recovery',
};
