// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaRemovalTexts = {
  titles: {
    passkey: 'Are you sure you want to remove passkey verification?',
    sms: 'Remove SMS verification?',
    totp: 'Remove Authenticator App verification?',
  },
  details: {
    passkey: 'Your passkeys stay in your account, but no longer verify you.',
    sms: 'Make sure to keep other verification methods to secure your account.',
    totp: 'Make sure to keep other verification methods to secure your account.',
  },
  confirm: 'Yes, remove',
  cancel: 'Cancel',
};
