// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const updateSplashTexts = {
  title: 'Protect your wallet with a password',
  detail: 'You\'ll need it to open your wallet on another device. We can\'t recover it for you.',
  next: 'Continue',
  later: 'Not now',
};
