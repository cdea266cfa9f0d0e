// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const accountNotFoundTexts = {
  title: 'Account not found',
  detail: 'We couldn\'t find an account for this login.',
  button: 'Try another account',
};
