// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const passwordConfirmTexts = {
  title: 'Confirm your password',
  detail: 'Enter it again from where you saved it.',
  label: 'Password',
  mismatch: 'Passwords do not match',
  next: 'Continue',
};
