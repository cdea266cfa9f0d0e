// Printed from messages/ by `npm run messages`: change the messages, not this file.
export const modalLanguages = {
  ar: { direction: 'rtl', load: async () => (await import('./ar.ts')).modalAr },
  de: { direction: 'ltr', load: async () => (await import('./de.ts')).modalDe },
  es: { direction: 'ltr', load: async () => (await import('./es.ts')).modalEs },
  ja: { direction: 'ltr', load: async () => (await import('./ja.ts')).modalJa },
} as const;
