// Printed from messages/ by `npm run messages`: change the messages, not this file.
export const hostedLanguages = {
  ar: { direction: 'rtl', load: async () => (await import('./ar.ts')).hostedAr },
  de: { direction: 'ltr', load: async () => (await import('./de.ts')).hostedDe },
  es: { direction: 'ltr', load: async () => (await import('./es.ts')).hostedEs },
  ja: { direction: 'ltr', load: async () => (await import('./ja.ts')).hostedJa },
} as const;
