// Printed from messages/de.json by `npm run messages`: change the messages, not this file.
export const passkeyDe = {
  create: 'Passkey zu Ihrer Wallet hinzufügen',
  createDetail: 'Damit öffnen Sie Ihre Wallet, wenn Sie sich in einem neuen Browser anmelden.',
  use: 'Wallet mit einem Passkey öffnen',
  useDetail: 'Verwenden Sie den Passkey, den Sie Ihrer Wallet hinzugefügt haben.',
  next: 'Weiter',
  failed: 'Etwas ist schiefgegangen. Versuchen Sie es erneut oder mit einem anderen Passkey.',
  lost: 'Die Seite, die dieses Fenster geöffnet hat, gibt es nicht mehr. Schließen Sie es und beginnen Sie von vorn.',
  name: 'Wallet-Wiederherstellung',
};
