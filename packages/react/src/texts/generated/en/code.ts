// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const codeTexts = {
  title: 'Enter your code',
  sentTo: 'We sent a six-digit code to',
  label: 'Six-digit code',
  notNumeric: 'Code should be numeric',
  checking: 'Checking your code',
  success: 'Success!',
  missing: 'Didn\'t get it?',
  resend: 'Resend code',
  resendIn: ({ seconds }: { readonly seconds: string | number }) => `Resend code in ${seconds} s`,
  resent: 'We sent a new code.',
  wrongCode: 'Invalid or expired verification code',
  tooMany: 'Too many requests. Please wait before trying again.',
  failed: 'Issue verifying code',
};
