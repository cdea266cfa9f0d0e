// Printed from messages/ by `npm run messages`: change the messages, not this file.
export const approveLanguages = {
  ar: { direction: 'rtl', load: async () => (await import('./ar.ts')).approveAr },
  de: { direction: 'ltr', load: async () => (await import('./de.ts')).approveDe },
  es: { direction: 'ltr', load: async () => (await import('./es.ts')).approveEs },
  ja: { direction: 'ltr', load: async () => (await import('./ja.ts')).approveJa },
} as const;
