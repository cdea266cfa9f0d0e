// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaMethodsTexts = {
  totp: 'Authenticator App',
  sms: 'SMS',
  passkey: 'Passkey',
  recommended: '(Recommended)',
};
