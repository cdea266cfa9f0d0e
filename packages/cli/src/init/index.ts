/**
 * Asks for what a production service needs, and makes its files: variables with fresh keys, apps, and a systemd unit
 * or a compose file. Owns the texts of these files. The command `init` uses it.
 */
export { type Answers, collectAnswers } from './answers.ts';
export { type NewFile, newEnvironment, toAppsFile, toCompose, toEnvFile, toUnit } from './files.ts';
export { refuseExisting, writeNewFiles } from './writeNewFiles.ts';
