import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Context, command, commandError } from '../command/index.ts';

/** List of the frame's files, as its release contains it. */
interface FrameManifest {
  readonly files: Readonly<Record<string, { readonly sha256: string }>>;
  /** Files of the pages, by the page's name. */
  readonly pages: Readonly<Record<string, string>>;
}

/** Result of comparing a deployment with a release. */
interface Comparison {
  /** URLs whose bytes match the release. */
  readonly same: readonly string[];
  /** Differences: one sentence each, with the URL. */
  readonly problems: readonly string[];
}

/**
 * Compares the wallet frame that a service serves with a release: the list of hashes, every script and, if an app's id
 * is given, the pages and the `script-src` of their policy. The result covers what this machine received now. If the
 * service sends other bytes to other users, only they can detect it.
 *
 * @param service URL of the service, such as `https://login.example.com`
 * @param release `manifest.json` of the release
 * @param options.appId an app of the service, whose pages are compared, too
 * @throws Error if the service does not answer
 * @internal
 */
export async function verifyFrame(
  service: string,
  release: FrameManifest,
  options: { appId: string | undefined; fetch: Context['fetch'] },
): Promise<Comparison> {
  // After a redirect, the comparison could be of a file that the service does not serve itself.
  const get = (address: string) => options.fetch(address, { redirect: 'manual' });
  const same: string[] = [];
  const problems: string[] = [];

  async function compare(path: string, sha256: string): Promise<Response> {
    const address = new URL(path, service).href;
    const response = await get(address);
    const served = createHash('sha256')
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest('hex');
    if (response.status !== 200) problems.push(`${address} answers ${response.status}.`);
    else if (served !== sha256)
      problems.push(`${address} has the SHA-256 ${served}; the release's is ${sha256}.`);
    else same.push(address);
    return response;
  }

  const listed = new URL('/.well-known/latchkey-frame.json', service).href;
  const answer = await get(listed);
  const published: unknown = await answer.json().catch(() => null);
  if (answer.status !== 200) problems.push(`${listed} answers ${answer.status}.`);
  else if (toText(published) === toText(release)) same.push(listed);
  else problems.push(`${listed} is not the list of this release.`);

  const pageFiles = Object.values(release.pages);
  for (const [name, { sha256 }] of Object.entries(release.files)) {
    if (!pageFiles.includes(name)) await compare(`/frame/${name}`, sha256);
  }
  if (options.appId === undefined) return { same, problems };
  for (const [page, file] of Object.entries(release.pages)) {
    const path = `/apps/${options.appId}/embedded-wallets${page === 'vault' ? '' : `/${page}`}`;
    const { headers } = await compare(path, release.files[file]?.sha256 ?? '');
    const policy = headers.get('content-security-policy') ?? '';
    // Matching bytes are not enough: the policy must also stop scripts that an attacker injects.
    if (!/(^|; )script-src 'self'(;|$)/.test(policy) || /unsafe-/.test(policy)) {
      problems.push(`${new URL(path, service).href} is sent with another policy: ${policy || 'none'}`);
    }
  }
  return { same, problems };
}

/** Returns JSON with sorted property names. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export const verifyFrameCommand = command(
  {
    words: 'verify-frame',
    about:
      'Compares the wallet frame that a service serves with the installed release: hashes, scripts and, with --app, pages and their policy.',
    arguments: ['url'],
    options: { app: { about: 'Id of an app whose pages are compared too.', value: 'app_id' } },
  },
  async ({ fetch }, { arguments: { url }, options: { app } }) => {
    if (!URL.canParse(url)) throw commandError(`"${url}" is not the address of a service.`, 'usage');
    const file = createRequire(import.meta.url).resolve('@latchkey/frame/manifest.json');
    const release = JSON.parse(await readFile(file, 'utf8')) as FrameManifest;
    const { same, problems } = await verifyFrame(url, release, { appId: app, fetch }).catch(
      (cause: unknown) => {
        throw commandError(`${url} does not answer.`, 'unreachable', cause);
      },
    );
    const lines = [
      ...same.map((address) => `✓ ${address}`),
      ...problems.map((problem) => `✗ ${problem}`),
      ...(app === undefined ? ['The pages were not compared: name one of the apps with --app.'] : []),
    ];
    return {
      json: { same, problems },
      text: lines.join('\n'),
      exit: problems.length === 0 ? 'ok' : 'failed',
    };
  },
);
