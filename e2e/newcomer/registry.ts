import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@latchkey/testkit';
import { open, type } from './shell.ts';

/** The newest version for Node.js 20. It asks for a tag of `node-fetch` that not every mirror of the registry has. */
const verdaccio = {
  private: true,
  dependencies: { verdaccio: '6.8.0' },
  overrides: { 'node-fetch': '2.7.0' },
};

export interface Registry {
  /** Environment of an npm that uses the registry and may publish to it. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts an empty registry on loopback. It passes other packages than ours on to the registry that npm uses. */
export async function startRegistry(): Promise<Registry> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-registry-'));
  const port = await freePort();
  const url = `http://localhost:${port}/`;
  const uplink = (await type('npm config get registry', folder)).trim();
  await writeFile(
    join(folder, 'config.yaml'),
    [
      `storage: ${join(folder, 'storage')}`,
      `uplinks: { upstream: { url: '${uplink}' } }`,
      'packages:',
      "  '@latchkey/*': { access: $all, publish: $anonymous }",
      "  '**': { access: $all, proxy: upstream }",
      'log: { type: stdout, format: json, level: warn }',
      '',
    ].join('\n'),
  );
  await writeFile(join(folder, 'package.json'), JSON.stringify(verdaccio));
  await type('npm install', folder);
  // npm may trust an authority of its own, which the registry must trust too.
  const authority = (await type('npm config get cafile', folder)).trim();
  const registry = open(`npx verdaccio --config config.yaml --listen ${port}`, folder, {
    ...(authority === 'null' ? {} : { NODE_EXTRA_CA_CERTS: authority }),
  });
  await registry.says(/http address/);
  // npm publishes only with a token. This registry accepts any.
  const npmrc = join(folder, 'npmrc');
  await writeFile(npmrc, `registry=${url}\n//localhost:${port}/:_authToken=none\n`);
  return {
    env: { npm_config_userconfig: npmrc, npm_config_registry: url, YARN_NPM_REGISTRY_SERVER: url },
    async stop() {
      await registry.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
