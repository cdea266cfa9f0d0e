// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const recoveryPasskeysTexts = {
  title: 'Wallet passkeys',
  detail: 'Use a passkey to open your wallet when you log in on a new browser.',
  none: 'No passkeys yet.',
  added: ({ date }: { readonly date: string | number }) => `Added on ${date}`,
  remove: 'Remove',
  confirm: 'Yes, remove',
  add: 'Add a passkey',
  waiting: 'Continue in the window that opened.',
};
