import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FrameManifest } from './build.ts';

const usage = 'usage: latchkey verify-frame <url of the service> [--app <id of an app>]';

/** A deployment that was compared with a release. */
export interface Comparison {
  /** Addresses whose bytes are those of the release. */
  readonly same: readonly string[];
  /** What is not: one sentence each, with the address. */
  readonly problems: readonly string[];
}

/**
 * Compares what a service serves as its wallet frame with a release: the list of hashes, every script, and with an
 * app's id the pages and the policy that they are sent with. It tells what this machine was served now; a service that
 * gives others something else is found by anyone who is given it.
 *
 * @param service address of the service, such as `https://login.example.com`
 * @param release `manifest.json` of the release
 * @param options.appId an app of the service, whose pages are compared too
 * @throws Error when the service does not answer
 */
export async function verifyFrame(
  service: string,
  release: FrameManifest,
  options: { appId?: string } = {},
): Promise<Comparison> {
  const same: string[] = [];
  const problems: string[] = [];

  async function compare(path: string, sha256: string): Promise<Response> {
    const address = new URL(path, service).href;
    // A redirect would be another page than the one that browsers are given.
    const response = await fetch(address, { redirect: 'manual' });
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
  const published: unknown = await fetch(listed).then((answer) => answer.json().catch(() => null));
  if (toText(published) === toText(release)) same.push(listed);
  else problems.push(`${listed} is not the list of this release.`);

  const pageFiles = Object.values(release.pages) as string[];
  for (const [name, { sha256 }] of Object.entries(release.files)) {
    if (!pageFiles.includes(name)) await compare(`/frame/${name}`, sha256);
  }
  if (options.appId === undefined) return { same, problems };
  for (const [page, file] of Object.entries(release.pages)) {
    const path = `/apps/${options.appId}/embedded-wallets${page === 'vault' ? '' : `/${page}`}`;
    const { headers } = await compare(path, release.files[file]?.sha256 ?? '');
    const policy = headers.get('content-security-policy') ?? '';
    // Without it a page with the right bytes would still run what another user puts into it.
    if (!/(^|; )script-src 'self'(;|$)/.test(policy) || /unsafe-/.test(policy)) {
      problems.push(`${new URL(path, service).href} is sent with another policy: ${policy || 'none'}`);
    }
  }
  return { same, problems };
}

/** Lists and objects as text, names in order. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

const tell = (line: string) => process.stdout.write(`${line}\n`);

/** @returns 0 when all is as released, 1 when something is not, 2 when nothing could be told */
async function main([command, service, ...options]: readonly string[]): Promise<number> {
  const [flag, appId] = options;
  const isRight = options.length === 0 || (options.length === 2 && flag === '--app');
  if (command !== 'verify-frame' || !service || !URL.canParse(service) || !isRight) {
    tell(usage);
    return 2;
  }
  const manifest = await readFile(
    join(fileURLToPath(new URL('.', import.meta.url)), 'pages/manifest.json'),
    'utf8',
  );
  const release = JSON.parse(manifest) as FrameManifest;
  const { same, problems } = await verifyFrame(service, release, appId === undefined ? {} : { appId });
  for (const address of same) tell(`✓ ${address}`);
  for (const problem of problems) tell(`✗ ${problem}`);
  if (appId === undefined) tell('The pages were not compared: name one of the apps with --app.');
  return problems.length === 0 ? 0 : 1;
}

// Installed, the command is a link to this file.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    tell(`The service could not be asked: ${error instanceof Error ? error.message : 'unknown'}`);
    process.exitCode = 2;
  }
}
