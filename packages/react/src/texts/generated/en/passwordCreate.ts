// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const passwordCreateTexts = {
  title: 'Create a password',
  resetTitle: 'Choose a new password',
  detail: 'You\'ll need it to open your wallet on another device.',
  label: 'Password',
  tooShort: ({ length }: { readonly length: number }) => `Password must be at least ${length} characters`,
  characters: ({ offenders }: { readonly offenders: string | number }) => `Invalid characters used ( ${offenders} )`,
  strength: 'Password strength',
  strengths: {
    Strong: 'Strong',
    Medium: 'Medium',
    Weak: 'Weak',
  },
  suggest: 'Suggest a password',
  next: 'Continue',
};
