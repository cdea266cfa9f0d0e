// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
const rules = /* @__PURE__ */ new Intl.PluralRules('en');
const form = (count: number, forms: { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string }) =>
  forms[rules.select(count)] ?? forms.other;
export const codeMailEn = {
  purposes: {
    login: {
      subject: ({ app }: { readonly app: string | number }) => `Your login code for ${app}`,
      title: 'Login code',
      intro: ({ app }: { readonly app: string | number }) => `Your code to log in to ${app}:`,
      without: 'No one can log in without it.',
    },
    link: {
      subject: ({ app }: { readonly app: string | number }) => `Confirm this address for ${app}`,
      title: 'Confirm your address',
      intro: ({ app }: { readonly app: string | number }) => `Your code to add this address to an account at ${app}:`,
      without: 'No one can add your address without it.',
    },
    undo: {
      subject: ({ app }: { readonly app: string | number }) => `Undo a change to your account at ${app}`,
      title: 'Undo a change',
      intro: ({ app }: { readonly app: string | number }) => `Your code to restore this address to your account at ${app}:`,
      without: 'No one can undo the change without it.',
    },
    release: {
      subject: ({ app }: { readonly app: string | number }) => `Open your wallet at ${app}`,
      title: 'Open your wallet',
      intro: ({ app }: { readonly app: string | number }) => `Your code to open your wallet in a new browser at ${app}:`,
      without: 'No one can open your wallet without it.',
    },
  },
  life: ({ minutes }: { readonly minutes: number }) => `This code works once and expires in ${form(minutes, { one: `${minutes} minute`, other: `${minutes} minutes` })}.`,
  advice: ({ app }: { readonly app: string | number }) => `Only enter it where you requested it. ${app} will never ask you for it.`,
  releaseAdvice: ({ app }: { readonly app: string | number }) => `Only enter it in the wallet's own window, which tells you which address this code went to. No one else needs it, not even ${app}.`,
  notYou: 'If you didn\'t request this code, you can ignore this email.',
};
