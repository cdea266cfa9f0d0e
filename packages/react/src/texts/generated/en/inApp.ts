// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const inAppTexts = {
  title: 'Could not log in with provider',
  detail: 'This page is open inside another app, where this provider doesn\'t allow logins. Open it in a browser such as Chrome or Safari and try again.',
  close: 'Close',
};
