import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildHost, type Harness } from '../../e2e/harness/index.ts';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/**
 * The current version, and the last one that sends calls with the first version of EIP-5792, which has no
 * `atomicRequired`.
 */
export type TestDapp = '@metamask/test-dapp' | 'test-dapp-first-calls';

/**
 * Serves MetaMask's test dapp on the harness's host, each file as published. Its page gets our script and its
 * configuration at the end.
 *
 * @returns the address of its page
 */
export async function publishTestDapp(harness: Harness, dapp: TestDapp): Promise<string> {
  const folder = dirname(fileURLToPath(import.meta.resolve(`${dapp}/dist/index.html`)));
  const path = `/${dapp.replace(/\W+/g, '-')}`;
  for (const name of await readdir(folder)) {
    const type = types[extname(name)];
    if (!type) throw new Error(`The test dapp has a file of an unknown kind: ${name}`);
    harness.host.setFile(`${path}/${name}`, { type, content: await readFile(join(folder, name)) });
  }
  const script = await buildHost(join(import.meta.dirname, '../../e2e/hosts/dappHost.tsx'));
  const config = {
    apiUrl: harness.url,
    appId: harness.appId,
    chainId: harness.chain.chainId,
    rpcUrl: harness.chainUrl,
  };
  const added = [
    `<script id="latchkey" type="application/json">${JSON.stringify(config)}</script>`,
    `<script type="module" src="${harness.host.setScript(script)}"></script></body>`,
  ].join('');
  const page = (await readFile(join(folder, 'index.html'), 'utf8')).replace('</body>', added);
  harness.host.setFile(`${path}/`, { type: 'text/html', content: page });
  return `${harness.host.origin}${path}/`;
}
