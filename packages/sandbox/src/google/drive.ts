import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Accounts, DriveFile } from './accounts.ts';

/** Scope of an app's hidden folder. https://developers.google.com/workspace/drive/api/guides/api-specific-auth */
export const driveScope = 'https://www.googleapis.com/auth/drive.appdata';

/** Creates the part of Drive's API v3 that a page uses for files of the hidden folder. */
export function createDriveRoutes(accounts: Accounts): Hono {
  const { files } = accounts;
  const routes = new Hono<{ Variables: { account: string } }>();

  // Pages of every origin may call it. Access is controlled by the token.
  routes.use('/google/*', async (context, next) => {
    const isDrive = /^\/google\/(upload\/)?drive\//.test(context.req.path);
    if (!isDrive) return next();
    context.header('access-control-allow-origin', '*');
    if (context.req.method === 'OPTIONS') {
      context.header('access-control-allow-headers', 'authorization, content-type');
      context.header('access-control-allow-methods', 'DELETE, GET, POST');
      return context.body(null, 204);
    }
    const account = accounts.findAccount(context.req.header('authorization'), driveScope);
    if (account === null) {
      const message = 'Request had invalid authentication credentials.';
      return context.json({ error: { code: 401, message, status: 'UNAUTHENTICATED' } }, 401);
    }
    context.set('account', account);
    return next();
  });

  const find = (account: string, id: string) => {
    const file = files.get(id);
    return file?.account === account ? file : undefined;
  };
  const notFound = (id: string) => ({
    error: {
      code: 404,
      message: `File not found: ${id}.`,
      errors: [{ domain: 'global', reason: 'notFound', location: 'fileId' }],
    },
  });

  // https://developers.google.com/workspace/drive/api/guides/manage-uploads#multipart
  routes.post('/google/upload/drive/v3/files', async (context) => {
    const boundary = /^multipart\/related;\s*boundary="?([^";]+)"?$/.exec(
      context.req.header('content-type') ?? '',
    )?.[1];
    const parts = toParts(await context.req.text(), boundary);
    if (context.req.query('uploadType') !== 'multipart' || !parts) {
      return context.json({ error: { code: 400, message: 'Malformed multipart body.' } }, 400);
    }
    const { name, parents } = parts.metadata;
    // The scope grants access to no other folder.
    if (!Array.isArray(parents) || parents.join() !== 'appDataFolder') {
      const message = 'The user has not granted the app write access to the folder.';
      return context.json({ error: { code: 403, message } }, 403);
    }
    const file: DriveFile = {
      id: randomBytes(24).toString('base64url'),
      account: context.get('account'),
      name: typeof name === 'string' ? name : 'Untitled',
      mimeType: parts.mimeType,
      content: Buffer.from(parts.content),
    };
    files.set(file.id, file);
    return context.json(describe(file));
  });

  routes.get('/google/drive/v3/files', (context) => {
    const listed = [...files.values()].filter(({ account }) => account === context.get('account'));
    // Without this `spaces` parameter the hidden folder is not listed.
    const isHidden = context.req.query('spaces') === 'appDataFolder';
    return context.json({ kind: 'drive#fileList', files: isHidden ? listed.map(describe) : [] });
  });

  routes.get('/google/drive/v3/files/:id', (context) => {
    const id = context.req.param('id');
    const file = find(context.get('account'), id);
    if (!file) return context.json(notFound(id), 404);
    if (context.req.query('alt') !== 'media') return context.json(describe(file));
    return context.body(new Uint8Array(file.content), 200, { 'content-type': file.mimeType });
  });

  routes.delete('/google/drive/v3/files/:id', (context) => {
    const id = context.req.param('id');
    if (!find(context.get('account'), id)) return context.json(notFound(id), 404);
    files.delete(id);
    return context.body(null, 204);
  });

  const shown = new Hono();
  shown.route('/', routes);
  return shown;
}

const describe = ({ id, name, mimeType }: DriveFile) => ({ kind: 'drive#file', id, name, mimeType });

/** Parses the two parts of a multipart/related body (RFC 2387): metadata and content. */
function toParts(text: string, boundary: string | undefined) {
  const [, first, second, end] = boundary ? text.split(`--${boundary}`) : [];
  if (first === undefined || second === undefined || !end?.startsWith('--')) return null;
  const [metaHead, metaBody] = splitPart(first);
  const [head, content] = splitPart(second);
  if (!/content-type: application\/json/i.test(metaHead)) return null;
  try {
    const metadata = JSON.parse(metaBody) as { name?: unknown; parents?: unknown };
    const mimeType = /content-type: ([^\r\n]+)/i.exec(head)?.[1] ?? 'application/octet-stream';
    return { metadata, mimeType, content };
  } catch {
    return null;
  }
}

function splitPart(part: string): [head: string, body: string] {
  const at = part.indexOf('\r\n\r\n');
  return [part.slice(0, at), part.slice(at + 4).replace(/\r\n$/, '')];
}
