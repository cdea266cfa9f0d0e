// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaBackupCodeTexts = {
  title: 'Enter a backup code',
  detail: 'Use one of the codes that you saved. Each works once.',
  label: 'Backup code',
  submit: 'Verify',
};
