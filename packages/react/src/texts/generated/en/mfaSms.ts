// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaSmsTexts = {
  title: 'Set up SMS verification',
  detail: 'We\'ll text you a code whenever you verify.',
  consent: ({ app }: { readonly app: string | number }) => `By providing your mobile number, you agree to receive text messages from ${app}. Some carrier charges may apply`,
};
