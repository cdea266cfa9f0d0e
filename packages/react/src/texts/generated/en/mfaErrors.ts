// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaErrorsTexts = {
  invalid: 'The code you entered is not valid',
  tooMany: 'You have exceeded the maximum number of attempts. Please close this window and try again in 10 seconds.',
  timeout: 'You have exceeded the time limit for code entry. Please try again in 30 seconds.',
  canceled: 'Verification canceled',
  failed: 'Something went wrong.',
  unsupported: 'Unsupported MFA method',
  unknown: 'Unknown error',
  wait: 'Too many requests. Please wait before trying again.',
  notSent: 'We couldn\'t send the code. Try again.',
};
