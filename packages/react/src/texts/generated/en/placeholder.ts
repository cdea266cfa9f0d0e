// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const placeholderTexts = {
  loading: 'Loading',
  title: 'Login isn\'t available right now',
  detail: 'We couldn\'t reach the service. Check your connection and try again.',
  retry: 'Try again',
};
