// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const recipientProblemTexts = {
  email: 'Enter a full email address, such as your@email.example',
  characters: ({ characters }: { readonly characters: string | number }) => `An email address can't contain “${characters}”`,
  phone: 'Enter a full phone number of the country you chose',
};
