// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const passcodeTexts = {
  notNumeric: 'Passcode can only be numbers',
  tooLong: 'Passcode must be exactly 6 numbers',
};
