// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const passwordFinalTexts = {
  title: 'Confirm you saved your password',
  detail: 'From now on, you\'ll need this password to open your wallet on another device.',
  consent: 'I understand that if I lose my password and device, I will lose access to my account and my assets.',
  submit: 'Set Password',
  working: 'Securing your wallet. This takes a few seconds.',
};
