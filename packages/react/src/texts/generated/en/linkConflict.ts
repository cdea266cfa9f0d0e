// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const linkConflictTexts = {
  titles: {
    email: 'This email is already linked to another account',
    sms: 'This phone number is already linked to another account',
    wallet: 'This wallet is already linked to another account',
  },
  title: ({ provider }: { readonly provider: string | number }) => `This ${provider} account is already linked`,
  detail: 'is linked to another account. If you move it, it will log you in to this account instead.',
  wallet: 'This wallet stays with the other account. Make sure you can still log in there another way.',
  move: 'Move to this account',
  cancel: 'Cancel',
  done: 'Account moved',
};
