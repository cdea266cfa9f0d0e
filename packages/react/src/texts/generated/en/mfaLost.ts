// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaLostTexts = {
  title: 'Can\'t verify?',
  detail: 'Use what you saved to get back in. You can then replace the verification method you lost.',
  backupCode: 'Backup code',
  password: 'Recovery password',
  passkey: 'Wallet passkey',
  waiting: 'Continue in the window that opened.',
  removal: 'Ask to remove all methods',
  requestedTitle: 'Removal requested',
  requested: ({ date }: { readonly date: string | number }) => `All your verification methods will be removed on ${date}. Until then, we tell you every day, and you can cancel it.`,
  notOffered: 'This app doesn\'t remove verification methods. Contact its support.',
  passwordTitle: 'Enter your recovery password',
  passwordDetail: 'It shows that the wallet is yours, so that you can replace your verification methods.',
  label: 'Password',
  submit: 'Continue',
  close: 'Close',
};
