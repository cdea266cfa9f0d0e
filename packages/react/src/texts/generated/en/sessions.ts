// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const sessionsTexts = {
  title: 'Where you\'re logged in',
  detail: 'Log out of browsers you don\'t recognize or no longer use.',
  browser: ({ browser, system }: { readonly browser: string | number; readonly system: string | number }) => `${browser} on ${system}`,
  unknown: 'Unknown browser',
  times: ({ started, used }: { readonly started: string | number; readonly used: string | number }) => `Since ${started}, last used ${used}`,
  current: 'This browser',
  end: 'Log out',
  confirm: 'Yes, log out',
  endOthers: 'Log out everywhere else',
  confirmOthers: 'Yes, log out everywhere else',
  done: 'Logged out.',
  failed: 'Something went wrong. Try again.',
};
