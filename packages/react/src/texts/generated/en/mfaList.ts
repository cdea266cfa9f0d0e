// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaListTexts = {
  title: 'Choose a verification method',
  first: 'How would you like to verify your identity? You can change this later.',
  more: 'Verification is required to add or delete methods.',
  added: 'Added',
  disabled: 'Disabled',
  loginBySms: 'You log in by SMS, so it can\'t verify you too.',
  unused: 'This app no longer accepts it.',
  remove: ({ method }: { readonly method: string | number }) => `Delete ${method}`,
  since: ({ date }: { readonly date: string | number }) => `Added ${date}`,
  used: ({ date }: { readonly date: string | number }) => `last used ${date}`,
  codes: 'Backup codes',
  left: ({ count }: { readonly count: number }) => `${count} left`,
  renew: 'Get new codes',
};
