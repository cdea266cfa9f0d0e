// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const keyExportTexts = {
  title: 'Export your private key',
  detail: 'Anyone who has this key controls your wallet.',
  warnings: {
    show: 'Never share it or enter it on a website.',
    neverShare: 'We will never ask you for it.',
    keep: 'Don\'t store it in chats, emails or screenshots.',
  },
  confirm: 'I understand, continue',
  done: 'Done',
  page: 'Wallet export',
};
