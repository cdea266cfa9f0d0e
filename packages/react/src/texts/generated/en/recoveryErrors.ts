// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const recoveryErrorsTexts = {
  wrongPassword: 'Invalid recovery password, please try again.',
  other: 'An error has occurred, please try again.',
  noToken: 'An error has occured, please login again.',
  tooMany: 'Please wait before trying again.',
};
