// Printed from messages/ by `npm run messages`: change the messages, not this file.
export const exportLanguages = {
  ar: { direction: 'rtl', load: async () => (await import('./ar.ts')).exportAr },
  de: { direction: 'ltr', load: async () => (await import('./de.ts')).exportDe },
  es: { direction: 'ltr', load: async () => (await import('./es.ts')).exportEs },
  ja: { direction: 'ltr', load: async () => (await import('./ja.ts')).exportJa },
} as const;
