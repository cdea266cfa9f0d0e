// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const passwordSaveTexts = {
  title: 'Save your password',
  detail: 'We can\'t recover it for you. Keep it in a password manager or another safe place.',
  password: 'Your password',
  show: 'Show password',
  hide: 'Hide password',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  next: 'Continue',
  file: ({ app, password }: { readonly app: string | number; readonly password: string | number }) => `Your ${app} wallet recovery password, created with Latchkey:\n\n${password}\n\nKeep this file where only you can read it.\n`,
};
