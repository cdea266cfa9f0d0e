// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const fundingManualTexts = {
  title: ({ amount }: { readonly amount: string | number }) => `Receive ${amount}`,
  detail: ({ network }: { readonly network: string | number }) => `Scan this code or copy the address to receive funds on ${network}.`,
  code: 'QR code of the address',
  copy: 'Copy address',
  copied: 'Copied',
  waiting: 'Waiting for your transfer',
};
