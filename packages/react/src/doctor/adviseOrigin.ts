import type { Finding, PageFacts } from './diagnose.ts';

/** The app of a fresh installation: it has no entry in a file, and takes pages on its own machine alone. */
const demoAppId = 'latchkey-demo-app-0000001';

/** How an origin is added to an app, as its operator can do it: a line of the apps file, or a command to run. */
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

/** A call of the operator's API, as a shell runs it. A service on this machine may have the key of development. */
function command(method: 'PATCH' | 'POST', url: string, body: object): string {
  const isLocal = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::|\/)/.test(url);
  const key = isLocal ? 'LATCHKEY_ADMIN_KEY:-latchkey-dev-admin' : 'LATCHKEY_ADMIN_KEY';
  // An origin has no quote that would end those of the shell.
  const data = JSON.stringify(body);
  return `curl -X ${method} ${url} -H "authorization: Bearer \${${key}}" -H "content-type: application/json" -d '${data}'`;
}
