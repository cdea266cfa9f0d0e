// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const legalTexts = {
  agree: 'By logging in I agree to the',
  terms: 'Terms',
  privacy: 'Privacy Policy',
};
