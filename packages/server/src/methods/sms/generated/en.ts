// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const codeSmsEn = {
  purposes: {
    login: ({ code, app }: { readonly code: string | number; readonly app: string | number }) => `${code} is your code to log in to ${app}.`,
    link: ({ code, app }: { readonly code: string | number; readonly app: string | number }) => `${code} is your code to add this number to an account at ${app}.`,
    enrol: ({ code, app }: { readonly code: string | number; readonly app: string | number }) => `${code} is your code to add this number as a verification method at ${app}.`,
    verify: ({ code, app }: { readonly code: string | number; readonly app: string | number }) => `${code} is your code to confirm that it's you at ${app}.`,
    undo: ({ code, app }: { readonly code: string | number; readonly app: string | number }) => `${code} is your code to restore this number to your account at ${app}.`,
    release: ({ code, app }: { readonly code: string | number; readonly app: string | number }) => `${code} is your code to open your wallet in a new browser at ${app}.`,
  },
  advice: 'Do not share it.',
  releaseAdvice: 'Only enter it in the wallet\'s own window.',
};
