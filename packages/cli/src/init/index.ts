/**
 * Asks for what a production service needs, and makes its files: variables with fresh keys, apps, and systemd units
 * or a compose file. Owns the texts of these files. The command `init` uses it.
 */
export { type Answers, collectAnswers } from './answers.ts';
export { toCompose } from './compose.ts';
export { newEnvironments, toEnvFile } from './environments.ts';
export { type NewFile, toAppsFile } from './files.ts';
export { envFiles, type ProgramName, programs } from './programs.ts';
export { toUnit } from './unit.ts';
export { refuseExisting, writeNewFiles } from './writeNewFiles.ts';
