// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const connectedAppsTexts = {
  title: 'Connected apps',
  detail: 'Disconnect apps you don\'t recognize or no longer use.',
  none: 'No app is connected to your wallet.',
  read: 'Can see your wallet addresses',
  transact: 'Can ask you to sign',
  times: ({ since, until }: { readonly since: string | number; readonly until: string | number }) => `Since ${since}, until ${until}`,
  used: ({ date }: { readonly date: string | number }) => `Last used ${date}`,
  end: 'Disconnect',
  confirm: 'Yes, disconnect',
  done: 'Disconnected.',
  failed: 'Something went wrong. Try again.',
};
