// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const recoveryOAuthTexts = {
  titles: {
    recover: ({ provider }: { readonly provider: string | number }) => `Recover with ${provider}`,
    backUp: ({ provider }: { readonly provider: string | number }) => `Back up with ${provider}`,
  },
  details: {
    recover: ({ provider }: { readonly provider: string | number }) => `Your wallet isn't on this device yet. Open it with the backup in your ${provider}.`,
    backUp: ({ provider }: { readonly provider: string | number }) => `A backup in your ${provider} opens your wallet on other devices.`,
  },
  failed: {
    recover: ({ provider }: { readonly provider: string | number }) => `Recovery with ${provider} unsuccessful`,
    backUp: ({ provider }: { readonly provider: string | number }) => `Back up with ${provider} unsuccessful`,
  },
  next: ({ provider }: { readonly provider: string | number }) => `Continue with ${provider}`,
  retry: 'Try again',
  waiting: 'Continue in the window that opened.',
  done: 'Success',
};
