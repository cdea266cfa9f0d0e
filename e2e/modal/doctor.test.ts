import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '@latchkey/testkit';
import { expect, it } from 'vitest';
import { createApp, type FixtureOptions, newEmail, shareFixture } from './fixture.ts';

// The Doctor of a development build, on pages with one fault each.

const foreignName = 'shop.example';
const unlistedName = 'unlisted.example';
const { fixture, act, open } = shareFixture({
  development: true,
  resolve: [foreignName, unlistedName],
  originsOf: ({ port }) => [`http://${foreignName}:${port}`],
});

async function visit(options: FixtureOptions = {}): Promise<string[]> {
  const told: string[] = [];
  await open({
    ...options,
    prepare: async (page) => {
      page.on('console', (message) => {
        if (message.type() === 'error') told.push(message.text());
      });
      page.on('pageerror', (error) => told.push(`thrown: ${error.message}`));
    },
  });
  return told;
}

/** Expects a line of advice in the modal, and once in the console, and no uncaught error. */
async function expectAdvice(told: readonly string[], line: string): Promise<void> {
  await act.page.locator('#login').click();
  await act.page.getByRole('region', { name: 'Latchkey Doctor' }).getByText(line, { exact: true }).waitFor();
  const own = () => told.filter((text) => text.startsWith('[latchkey]'));
  await expect.poll(own).toHaveLength(1);
  expect(own()[0]).toContain(line);
  expect(told.filter((text) => text.startsWith('thrown'))).toEqual([]);
}

/** Returns a content security policy for the host page, with changes. */
const policy = (changes: Record<string, string> = {}) => {
  const rules = {
    'default-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': `'self' ${fixture.harness.url}`,
    'frame-src': fixture.harness.url,
    ...changes,
  };
  const written = Object.entries(rules).map(([directive, sources]) => `${directive} ${sources}`);
  return { 'content-security-policy': written.join('; ') };
};

it('the Doctor is silent on a page without faults, in StrictMode under a policy without unsafe-*', async () => {
  const told = await visit({ strictMode: true, headers: policy() });
  await act.openLanding();
  await act.page.keyboard.press('Escape');
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  await expect.poll(() => act.page.evaluate(() => document.activeElement?.id)).toBe('login');
  await act.logIn(newEmail());
  expect(await act.page.getByRole('region', { name: 'Latchkey Doctor' }).count()).toBe(0);
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  await expect.poll(() => act.told()).toEqual(['error exited_auth_flow', 'complete email new']);
  expect(told).toEqual([]);
});

it('the Doctor reports that the origin is not allowed, with a command that allows it', async () => {
  const appId = await createApp(fixture.harness, { allowed_origins: ['https://tidewater.example'] });
  const told = await visit({ appId });
  await act.page.locator('#login').click();
  const line = await act.page.getByRole('region', { name: 'Latchkey Doctor' }).locator('code').textContent();
  expect(told.filter((text) => text.includes(line ?? ''))).toHaveLength(1);
  // Runs the command as a developer who copies it would.
  await promisify(execFile)('sh', ['-c', line ?? ''], { env: { PATH: process.env.PATH } });
  await expect
    .poll(async () => {
      await act.page.reload();
      await act.page.locator('#login:enabled').click();
      return act.page.locator('.shell[data-screen=LANDING]').isVisible();
    })
    .toBe(true);
  expect(await act.page.getByRole('region', { name: 'Latchkey Doctor' }).count()).toBe(0);
});

it('if an app is defined in a file, the Doctor says what to change there to allow the origin', async () => {
  const { appId, host, url } = fixture.harness;
  const origin = `http://${unlistedName}:${host.port}`;
  const told = await visit({ origin });
  const app = (await (await fetch(`${url}/api/v1/apps/${appId}`)).json()) as { allowed_domains: string[] };
  const line = `"allowed_origins": ${JSON.stringify([...app.allowed_domains, origin])}`;
  await act.page.locator('#login').click();
  await act.page.getByRole('region', { name: 'Latchkey Doctor' }).getByText(line, { exact: true }).waitFor();
  await expect.poll(() => told.filter((text) => text.includes(line))).toHaveLength(1);
});

it('the Doctor names an app id that the service does not know, and the service', async () => {
  const appId = 'no-such-app-0000000000001';
  const told = await visit({ appId });
  await expectAdvice(told, `"id": "${appId}"`);
  expect(told.find((text) => text.startsWith('[latchkey]'))).toContain(fixture.harness.url);
});

it('the Doctor names the address at which no service answers', async () => {
  const apiUrl = `http://localhost:${await freePort()}`;
  await expectAdvice(await visit({ apiUrl }), `apiUrl="${apiUrl}"`);
});

it("the Doctor reports that the page's policy blocks calls to the service", async () => {
  const told = await visit({ headers: policy({ 'connect-src': "'self'" }) });
  await expectAdvice(told, `connect-src ${fixture.harness.url}`);
});

it("the Doctor reports that the page's policy blocks the wallet frame", async () => {
  const told = await visit({ headers: policy({ 'frame-src': "'self'" }) });
  await expectAdvice(told, `frame-src ${fixture.harness.url}`);
});

it('the Doctor names the address that the service is configured with if the page uses another', async () => {
  const told = await visit({ apiUrl: fixture.harness.url.replace('localhost', '127.0.0.1') });
  const line = `apiUrl="${fixture.harness.url}"`;
  await act.page.locator('#login').click();
  await act.page.getByRole('region', { name: 'Latchkey Doctor' }).getByText(line, { exact: true }).waitFor();
  // The frame reports it too, for clients without a Doctor.
  await expect.poll(() => told.filter((text) => text.includes(fixture.harness.url))).toHaveLength(2);
});

it('the Doctor reports that the page is not secure', async () => {
  const { port } = fixture.harness.host;
  const told = await visit({ origin: `http://${foreignName}:${port}` });
  await expectAdvice(told, `http://localhost:${port}`);
});

it('the Doctor reports that the page’s opener policy cuts it off from its popups', async () => {
  const told = await visit({ headers: { 'cross-origin-opener-policy': 'same-origin' } });
  await expectAdvice(told, 'Cross-Origin-Opener-Policy: same-origin-allow-popups');
});
