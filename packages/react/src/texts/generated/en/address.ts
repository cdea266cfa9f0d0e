// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const addressTexts = {
  copy: 'Copy address',
  copied: 'Copied',
};
