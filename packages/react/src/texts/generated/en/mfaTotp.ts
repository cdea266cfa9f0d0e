// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaTotpTexts = {
  title: 'Scan the QR code',
  detail: ({ app }: { readonly app: string | number }) => `Use an authenticator app to scan it and add ${app}.`,
  label: 'QR code for an authenticator app',
  key: 'Can\'t scan it? Enter this key in the app:',
  copy: 'Copy key',
  copied: 'Copied',
  open: 'Open authenticator app',
  next: 'Continue',
};
