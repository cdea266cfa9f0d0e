/**
 * What an operator says to the programs, and reads of them: the command's help, and everything that a start is told, by the
 * environment and by the apps file. Owns nothing. The program asks it; it asks the configuration and the apps room.
 */
export { helpText } from './help.ts';
export { readDeployment } from './readDeployment.ts';
