// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaVerifyCodeTexts = {
  title: 'Enter verification code',
  totp: 'Enter the six-digit code that your authenticator app shows.',
  sms: 'We sent a six-digit code to your phone.',
  clock: 'If codes keep failing, check that your device\'s clock is right.',
};
