// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaBackupCodesTexts = {
  title: 'Save your backup codes',
  detail: 'If you lose your verification method, use one of these codes instead. Each works once.',
  renewed: 'Your earlier codes no longer work.',
  list: 'Backup codes',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  saved: 'I\'ve saved them',
  file: ({ app, codes }: { readonly app: string | number; readonly codes: string | number }) => `Your ${app} backup codes, created with Latchkey:\n\n${codes}\n\nEach code works once. Keep this file where only you can read it.\n`,
};
