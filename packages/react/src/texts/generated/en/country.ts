// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const countryTexts = {
  label: 'Country',
};
