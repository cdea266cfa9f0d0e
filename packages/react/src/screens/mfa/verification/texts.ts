export const mfaVerificationTexts = {
  title: "Verify it's you",
  detail: 'Choose a verification method to continue.',
  lost: "Can't verify?",
  other: 'Try another way',
} as const;
