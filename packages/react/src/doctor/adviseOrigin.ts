import { type DoctorFinding, doctorFindings, quoteShell } from '@latchkey/wire';
import type { PageFacts } from './diagnose.ts';

/** Id of the demo app, which a fresh installation in development has. */
const demoAppId = 'latchkey-demo-app-0000001';

/**
 * Returns how the operator allows an origin: a line of the apps file, or a command to run. For the demo app, the
 * command makes another app.
 */
export function adviseOrigin(facts: PageFacts): DoctorFinding & { readonly line: string } {
  const { appId, apiUrl, origin } = facts;
  const { allowed, managedBy } = facts.error?.details ?? {};
  const origins = [...(Array.isArray(allowed) ? allowed : []), origin];
  const url = `${apiUrl}/api/v1/admin/apps`;
  const isOfFile = managedBy === 'file';
  const { todo, what } = doctorFindings['allowed-origin']({
    appId,
    managedBy: isOfFile ? 'file' : 'api',
    origin,
  });
  if (appId === demoAppId) {
    return {
      what,
      todo: 'The demo app takes pages on its own machine alone. Make an app, and use the id that this prints:',
      line: command('POST', url, { name: 'My app', allowed_origins: [origin] }),
    };
  }
  if (isOfFile) return { what, todo, line: `"allowed_origins": ${JSON.stringify(origins)}` };
  return {
    what,
    todo: `${todo} Or run this; the list takes the place of the one before it:`,
    line: command('PATCH', `${url}/${appId}`, { allowed_origins: origins }),
  };
}

/**
 * Returns a shell command that calls the operator's API. For a service on this machine it falls back to the
 * development key.
 */
function command(method: 'PATCH' | 'POST', url: string, body: object): string {
  const isLocal = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::|\/)/.test(url);
  const key = isLocal ? 'LATCHKEY_ADMIN_KEY:-latchkey-dev-admin' : 'LATCHKEY_ADMIN_KEY';
  const data = quoteShell(JSON.stringify(body));
  return `curl -X ${method} ${quoteShell(url)} -H "authorization: Bearer \${${key}}" -H "content-type: application/json" -d ${data}`;
}
