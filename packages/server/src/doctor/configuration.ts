import { checkAppsFile } from '../apps/index.ts';
import { checkConfig } from '../config.ts';
import { type Check, error, type Finding, warning } from './check.ts';

const oldestSupportedNode = 22;

/**
 * Returns what is wrong with a version of Node.js.
 *
 * @internal
 */
export function judgeNode(version: string): Finding[] {
  const [major = ''] = version.split('.');
  if (Number(major) >= oldestSupportedNode) return [];
  return [warning(`Node.js ${version} is end-of-life. Use Node.js 24.`)];
}

export const nodeVersion: Check = {
  id: 'node-version',
  run: async () => judgeNode(process.versions.node),
};

export const configuration: Check = {
  id: 'configuration',
  async run({ env }) {
    return checkConfig(env).problems.map(error);
  },
};

export const appsFile: Check = {
  id: 'apps-file',
  async run({ env }) {
    const { appsFile: path, ...kind } = checkConfig(env);
    if (path === null) return { skipped: 'there is no apps file; apps are managed with the API' };
    return checkAppsFile({ path, ...kind }).problems.map(error);
  },
};

export const trustedProxies: Check = {
  id: 'trusted-proxies',
  async run({ settings: { production, trustedProxies: count, url } }) {
    if (!production || !url.startsWith('https:') || count > 0) return [];
    return [
      warning(
        'LATCHKEY_TRUSTED_PROXIES is 0, but only a proxy can answer the https address of LATCHKEY_URL. All users count as one network and share its limits. Set it to the number of your proxies, each of which must append to X-Forwarded-For.',
      ),
    ];
  },
};
