// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaEnrollmentTexts = {
  noneTitle: 'Add more security',
  none: ({ app }: { readonly app: string | number }) => `${app} has no verification methods enabled.`,
  close: 'Close',
  introTitle: 'Transaction Protection',
  benefits: {
    enable: 'Enable 2-step verification for your wallet',
    prompt: 'You\'ll be prompted to authenticate to complete transactions',
  },
  next: 'Continue',
  later: 'Not now',
};
