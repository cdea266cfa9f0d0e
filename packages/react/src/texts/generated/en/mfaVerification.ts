// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaVerificationTexts = {
  title: 'Verify it\'s you',
  detail: 'Choose a verification method to continue.',
  lost: 'Can\'t verify?',
  other: 'Try another way',
};
