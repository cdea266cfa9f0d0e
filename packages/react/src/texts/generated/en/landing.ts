// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const landingTexts = {
  header: 'Log in or sign up',
  passkey: 'I have a passkey',
  passkeySignUp: 'Sign up with a passkey',
  recent: 'Recent',
};
