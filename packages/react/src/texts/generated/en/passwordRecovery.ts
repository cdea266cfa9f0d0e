// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const passwordRecoveryTexts = {
  title: 'Enter your recovery password',
  detail: 'Your wallet isn\'t on this device yet. Enter your password to open it.',
  label: 'Password',
  submit: 'Recover',
  working: 'Opening your wallet. This takes a few seconds.',
  done: 'Your wallet is open',
};
