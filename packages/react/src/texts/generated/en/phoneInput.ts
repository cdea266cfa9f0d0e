// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const phoneInputTexts = {
  label: 'Phone number',
  submit: 'Submit',
};
