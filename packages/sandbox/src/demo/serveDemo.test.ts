import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attackListener, faultsOf, freePort, rawCases, rawCorpus } from '@latchkey/testkit';
import { expect, test } from 'vitest';
import { emptyConfig } from './demoConfig.ts';
import { serveDemo } from './serveDemo.ts';

test('the server of the demo survives malformed requests, writes its configuration into the page, and refuses an encoded path out of its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-demo-'));
  writeFileSync(join(folder, 'index.html'), `the demo ${emptyConfig}`);
  const port = await freePort();
  const times = { headersMs: 300, lifeMs: 1_000, checkMs: 50 };
  const url = 'http://localhost';
  const config = { apiUrl: `${url}/</script>`, chainUrl: url, secondChainUrl: url, solanaUrl: url };
  const server = await serveDemo({ folder, port, config, times, hosts: ['127.0.0.1'] });
  try {
    const results = await attackListener(
      port,
      rawCases(rawCorpus(['/assets/x.js']), { seed: 3, changed: 200 }),
    );
    expect(faultsOf(results)).toEqual([]);
    const page = await (await fetch(`http://127.0.0.1:${port}/anything`)).text();
    const [, json = ''] =
      /^the demo <script id="config" type="application\/json">([^<]*)<\/script>$/.exec(page) ?? [];
    expect(JSON.parse(json)).toEqual(config);
    expect((await fetch(`http://127.0.0.1:${port}/%2e%2e/%2e%2e/etc/hostname.txt`)).status).toBe(404);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
