import type { AppInput } from '@latchkey/wire';
import { checkAppsFile } from '../apps/index.ts';
import { checkConfig, refuseProblems } from '../config.ts';
import type { Config } from '../configShape.ts';
import type { Environment } from '../configVariables.ts';

/** Configuration and apps that a service starts with. */
export interface Deployment {
  readonly config: Config;
  readonly apps: readonly AppInput[];
}

/**
 * Reads what an operator set: the environment and the apps file.
 *
 * @param env the process's environment, or a test's
 * @throws StartError that lists the problems of both at once
 */
export function readDeployment(env?: Environment): Deployment {
  const { appsFile: path, config, problems, ...kind } = checkConfig(env);
  const file = checkAppsFile({ path, ...kind });
  refuseProblems([...problems, ...file.problems]);
  return { config: config(), apps: file.apps };
}
