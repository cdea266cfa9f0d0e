// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const captchaTexts = {
  checking: 'Checking that you are a human...',
  success: 'Success!',
  passed: 'CAPTCHA passed successfully.',
  continue: 'Continue',
  failed: 'Something went wrong',
  notPassed: 'You did not pass CAPTCHA. Please try again.',
  retry: 'Retry',
  exhausted: 'If you use an adblocker or VPN, try disabling and re-attempting.',
};
