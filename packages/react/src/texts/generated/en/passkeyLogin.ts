// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const passkeyLoginTexts = {
  waiting: 'Waiting for your passkey',
  detail: 'Follow the prompt from your browser or device.',
  finishing: 'Logging in',
  creating: 'Creating your account',
  done: 'Success!',
  retry: 'Retry',
  signUp: 'Sign up with a passkey',
};
