import type { Finding, PageFacts } from './diagnose.ts';

/** Id of the app of a fresh installation in development. */
const demoAppId = 'latchkey-demo-app-0000001';

/** Returns how the operator allows an origin for an app: a line of the apps file, or a command to run. */
export function adviseOrigin(facts: PageFacts): Pick<Finding, 'where' | 'line'> {
  const { appId, apiUrl, origin } = facts;
  const { allowed, managedBy } = facts.error?.details ?? {};
  const origins = [...(Array.isArray(allowed) ? allowed : []), origin];
  const url = `${apiUrl}/api/v1/admin/apps`;
  if (appId === demoAppId) {
    return {
      where:
        'The demo app takes pages on its own machine alone. Make an app, and use the id that this prints:',
      line: command('POST', url, { name: 'My app', allowed_origins: [origin] }),
    };
  }
  if (managedBy === 'file') {
    return {
      where: `In the entry of ${appId} in the apps file of the service; then start the service again:`,
      line: `"allowed_origins": ${JSON.stringify(origins)}`,
    };
  }
  return {
    where: 'Run this; the list takes the place of the one before it:',
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
  const data = JSON.stringify(body);
  return `curl -X ${method} ${url} -H "authorization: Bearer \${${key}}" -H "content-type: application/json" -d '${data}'`;
}
