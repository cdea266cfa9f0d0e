// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaEnrolledTexts = {
  titles: {
    passkey: 'Passkey verification added',
    sms: 'SMS verification added',
    totp: 'Authenticator App verification added',
  },
  next: 'Next, save your backup codes in case you lose it.',
  done: 'Done',
};
