// Printed from messages/ by `npm run messages`: change the messages, not this file.
export const passkeyLanguages = {
  ar: { direction: 'rtl', load: async () => (await import('./ar.ts')).passkeyAr },
  de: { direction: 'ltr', load: async () => (await import('./de.ts')).passkeyDe },
  es: { direction: 'ltr', load: async () => (await import('./es.ts')).passkeyEs },
  ja: { direction: 'ltr', load: async () => (await import('./ja.ts')).passkeyJa },
} as const;
