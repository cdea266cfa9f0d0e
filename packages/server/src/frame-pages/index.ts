/**
 * Serves the built wallet frame, with the headers that define its border (docs/custody.md). Owns no data; the served
 * files match the hashes of the manifest. Uses `apps` for the origins that may embed a page, and `cloud` for those that
 * the vault may reach.
 */
import { fail } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import { cloudOrigins } from '../cloud/index.ts';
import type { Config } from '../configShape.ts';
import { type Failures, findApp, type Incoming, isRead } from '../http/index.ts';
import type { World } from '../world.ts';
import { type BuiltFrame, type FramePage, readBuiltFrame } from './builtFrame.ts';
import { ancestorsOf, framePageHeaders, refusalHeaders } from './framePageHeaders.ts';

export { readBuiltFrame } from './builtFrame.ts';

const notBuilt = 'The wallet frame is not built, or its build is damaged. Run `npm run build` and try again.';
const manifestPath = '/.well-known/latchkey-frame.json';
const pagePath = /^\/apps\/([^/]{1,64})\/embedded-wallets(?:\/(approve|export|passkey))?$/;
const scriptPath = /^\/frame\/([A-Za-z0-9._-]{1,128})$/;

/**
 * Creates the pages of the frame.
 *
 * @param options.folder the built frame, for tests; by default the installed one
 * @returns a function that answers requests for the frame's pages, scripts and hashes, and resolves to null for others;
 *   throws ServiceError `service_unavailable` if the built frame is missing or damaged, and the code of `findApp`
 */
export function createFramePages(
  world: World,
  apps: Apps,
  options: { folder?: string } = {},
): (request: Incoming, failures: Failures) => Promise<Response | null> {
  let reading: Promise<BuiltFrame> | null = null;
  const getFrame = () => {
    // A failure is not cached: in development the frame may be built while the service runs.
    reading ??= readBuiltFrame(options.folder).catch((cause: unknown) => {
      reading = null;
      world.log.error({ reason: cause instanceof Error ? cause.message : 'unknown' }, notBuilt);
      return fail('service_unavailable', { message: notBuilt, cause });
    });
    return reading;
  };

  return async (request, failures) => {
    const { path } = request;
    if (!isRead(request)) return null;
    if (path === manifestPath) return manifestAnswer(await getFrame());
    const script = scriptPath.exec(path)?.[1];
    if (script) return scriptAnswer(await getFrame(), script);
    const [, appId, page] = pagePath.exec(path) ?? [];
    if (!appId) return null;
    const app = await findApp(apps, appId, failures);
    if (!app || app.disabled) return refusal();
    return pageAnswer(await getFrame(), toPage(page), app, world.config);
  };
}

const toPage = (name: string | undefined): FramePage =>
  name === 'approve' || name === 'export' || name === 'passkey' ? name : 'vault';

function pageAnswer(frame: BuiltFrame, page: FramePage, app: App, config: Config): Response {
  const headers = framePageHeaders(page, ancestorsOf(app, config.hostedUrl), cloudOrigins(config, app));
  return new Response(frame.pages[page], { headers });
}

function refusal(): Response {
  const page =
    '<!doctype html><html lang="en"><title>App not found</title><p>This app does not exist or is disabled.</p></html>\n';
  return new Response(page, { status: 404, headers: refusalHeaders });
}

/**
 * Returns a script of the frame. It is looked up among the files of the manifest, in memory and not on disk, so a
 * path cannot lead to another file.
 */
function scriptAnswer(frame: BuiltFrame, name: string): Response | null {
  const script = frame.scripts.get(name);
  if (!script) return null;
  return new Response(script.body, {
    headers: {
      'content-type': `${script.type}; charset=utf-8`,
      // The name contains the hash of the content.
      'cache-control': 'public, max-age=31536000, immutable',
      // A worker has the policy of its own response. Only the password worker may run WebAssembly.
      'content-security-policy': workerPolicy(name === frame.passwordWorker),
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Returns the policy of a worker. It permits no connections: all that a worker needs comes by message. */
const workerPolicy = (isPassword: boolean) =>
  `default-src 'none'; ${isPassword ? "script-src 'wasm-unsafe-eval'; " : ''}frame-ancestors 'none'`;

/** Returns the published hashes. Anyone may read them from any origin, to compare. */
function manifestAnswer(frame: BuiltFrame): Response {
  return new Response(frame.manifest, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    },
  });
}
