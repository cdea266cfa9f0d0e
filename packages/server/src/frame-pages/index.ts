/**
 * Serves the built wallet frame, with the headers that make its border (docs/custody.md). Owns no data and changes no
 * file: what it sends matches the published hashes. Uses `apps` for the origins that may embed the page; `custody`
 * adds it to the request handler.
 */
import { fail } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import { cloudOrigins } from '../cloud/index.ts';
import type { Config } from '../configShape.ts';
import { type Failures, findApp, type Incoming, isRead } from '../http/index.ts';
import type { World } from '../world.ts';
import { type BuiltFrame, type FramePage, readBuiltFrame } from './builtFrame.ts';
import { ancestorsOf, framePageHeaders, refusalHeaders } from './framePageHeaders.ts';

const notBuilt = 'The wallet frame is not built, or its build is damaged. Run `npm run build` and try again.';
const manifestPath = '/.well-known/latchkey-frame.json';
const pagePath = /^\/apps\/([^/]{1,64})\/embedded-wallets(?:\/(approve|export|passkey))?$/;
const scriptPath = /^\/frame\/([A-Za-z0-9._-]{1,128})$/;

/**
 * Makes the pages of the frame.
 *
 * @param options.folder the built frame, for tests; by default the installed one
 * @returns from a request to the answer, or null where it asks for no page of the frame's; throws
 *   ServiceError `service_unavailable` when the frame is not built
 */
export function createFramePages(
  world: World,
  apps: Apps,
  options: { folder?: string } = {},
): (request: Incoming, failures: Failures) => Promise<Response | null> {
  let reading: Promise<BuiltFrame> | null = null;
  const getFrame = () => {
    // A failure is not kept: in development the frame is built while the service runs.
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

/** A script of the frame. Looked up in the manifest, never on the disk, so that no path reaches another file. */
function scriptAnswer(frame: BuiltFrame, name: string): Response | null {
  const script = frame.scripts.get(name);
  if (!script) return null;
  return new Response(script.body, {
    headers: {
      'content-type': `${script.type}; charset=utf-8`,
      // The name holds the hash of the content.
      'cache-control': 'public, max-age=31536000, immutable',
      // A worker takes its own policy from its own response: only the one that computes passwords runs WebAssembly.
      'content-security-policy': workerPolicy(name === frame.passwordWorker),
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Whatever runs as a worker reaches nothing: it gets what it needs by message. */
const workerPolicy = (isPassword: boolean) =>
  `default-src 'none'; ${isPassword ? "script-src 'wasm-unsafe-eval'; " : ''}frame-ancestors 'none'`;

/** The published hashes: anyone may read them from anywhere, to compare. */
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
