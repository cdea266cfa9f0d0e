// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const recoverySelectionTexts = {
  title: 'Back up your wallet',
  detail: 'Choose how to open your wallet on another device.',
  password: 'Password',
  explanation: 'Your backup opens your wallet on another device. It can be a password you keep or your own cloud account. Without it, no one can open your wallet, not even this app.',
};
