export const landingTexts = {
  header: 'Log in or sign up',
  passkey: 'I have a passkey',
  passkeySignUp: 'Sign up with a passkey',
  recent: 'Recent',
} as const;
