// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaPasskeyTexts = {
  setUpTitle: 'Set up passkey verification',
  setUp: 'Verify with Touch ID, Face ID or a security key.',
  addFirst: 'Add a new passkey',
  title: 'Enable your passkeys for verification',
  lastUsed: ({ date }: { readonly date: string | number }) => `Last used: ${date}`,
  viewAll: 'View All',
  unknown: 'Unknown device',
  enable: 'Enable passkeys',
  add: 'Add new passkey',
  waiting: 'Follow the prompt from your browser or device.',
};
