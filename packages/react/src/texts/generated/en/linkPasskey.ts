// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const linkPasskeyTexts = {
  title: 'Log in with a passkey',
  benefits: {
    ways: 'Log in with Touch ID, Face ID or a security key',
    safe: 'More secure than a password',
    quick: 'Takes seconds to set up and use',
  },
  list: 'Your passkeys',
  lastUsed: ({ date }: { readonly date: string | number }) => `Last used: ${date}`,
  viewAll: 'View all',
  unknown: 'Unknown device',
  remove: 'Remove',
  confirm: 'Yes, remove',
  add: 'Add a passkey',
  waiting: 'Follow the prompt from your browser or device.',
  full: 'Cannot link more passkeys to account.',
  factor: 'Cannot unlink a passkey enrolled in MFA',
  sole: 'You can\'t remove your only way to log in.',
};
