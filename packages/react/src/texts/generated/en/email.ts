// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const emailTexts = {
  label: 'Email address',
  placeholder: 'your@email.example',
  submit: 'Submit',
  continueWith: 'Continue with Email',
};
