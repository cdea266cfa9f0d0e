// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const consentTexts = {
  title: 'One last step',
  text: 'By signing up, you agree to our terms and privacy policy.',
  viewTerms: 'View terms',
  viewPrivacy: 'View privacy policy',
  decline: 'No thanks',
  accept: 'Accept',
};
