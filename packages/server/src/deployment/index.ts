/**
 * Reads the configuration that an operator passes to the programs: the environment and the apps file of a start. Has
 * the text of the command's help. Owns nothing. Uses the configuration and `apps`.
 */
export { helpText } from './help.ts';
export { readDeployment } from './readDeployment.ts';
