/** Programs of an installation, with the names of their files and their commands. */
export const programs = {
  service: { about: 'service', file: 'latchkey', command: 'serve' },
  hosted: { about: 'hosted pages', file: 'latchkey-hosted', command: 'serve hosted' },
  recovery: { about: 'recovery store', file: 'latchkey-recovery', command: 'serve recovery' },
} as const;

export type ProgramName = keyof typeof programs;

/** Name of the file with the variables of each program. */
export const envFiles: Readonly<Record<ProgramName, string>> = {
  service: 'latchkey.env',
  hosted: 'hosted.env',
  recovery: 'recovery.env',
};
