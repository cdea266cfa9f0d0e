/** The words of a screen that takes a code, in English. */
export const codeScreenTexts = {
  title: 'Enter your code',
  sentTo: 'We sent a six-digit code to',
  label: 'Six-digit code',
  notNumeric: 'Code should be numeric',
  checking: 'Checking your code',
  success: 'Success!',
  missing: "Didn't get it?",
  resend: 'Resend code',
  resendIn: (seconds: number) => `Resend code in ${seconds} s`,
  resent: 'We sent a new code.',
  wrongCode: 'Invalid or expired verification code',
  tooMany: 'Too many requests. Please wait before trying again.',
  failed: 'Issue verifying code',
} as const;
