// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const undoTexts = {
  title: 'Undo this change',
  removed: ({ address, date }: { readonly address: string | number; readonly date: string | number }) => `${address} was removed from your account on ${date}.`,
  replaced: ({ address }: { readonly address: string | number }) => `It was replaced by ${address}.`,
  detail: 'We\'ll send a code to the removed address. Enter it to restore the address and log out every browser. For 24 hours, your wallet will be locked and your account can\'t be changed.',
  send: 'Send code',
  leaving: 'This address has since been used for another account, which has a wallet. If you undo the change, no one will be able to log in to that account.',
  leave: 'Undo anyway',
  tooMany: 'Too many requests. Please wait before trying again.',
  failed: 'We couldn\'t send the code. Try again.',
  goneTitle: 'This can no longer be undone',
  gone: 'The change was made more than seven days ago or has already been undone. If you didn\'t make it, contact the app\'s support.',
  doneTitle: 'Change undone',
  done: ({ date }: { readonly date: string | number }) => `Every browser was logged out. Until ${date}, your wallet is locked and your account can't be changed. After that, remove anything you don't recognize from your account.`,
  close: 'Done',
};
