// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaPendingTexts = {
  detail: ({ date }: { readonly date: string | number }) => `All your verification methods will be removed on ${date}. If you didn't ask for this, cancel it.`,
  cancel: 'Cancel removal',
};
