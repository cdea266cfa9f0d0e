import type { ChildProcess } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { endWithin, startProcess, temporaryFolder } from '../../packages/testkit/src/index.ts';
import { root } from '../../scripts/build/contentHash.ts';
import { createCertificate } from '../harness/certificate.ts';

/** Host names of the tests. The first two replace the names in the samples. */
export const serviceHost = 'auth.localhost';
export const hostedHost = 'wallet.localhost';
export const recoveryHost = 'latchkey-recovery';

/** Certificate of both sites, which a client of these tests trusts. */
const certificate = createCertificate([serviceHost, hostedHost]);

export type ProxyName = 'nginx' | 'caddy';

interface Upstreams {
  /** Port on which the proxy terminates TLS. */
  readonly port: number;
  readonly servicePorts: readonly number[];
  readonly hostedPort: number;
}

/** Replaces a text. Throws if it is not there, so that a changed sample fails its test. */
function replace(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The sample does not contain ${from}`);
  return text.replaceAll(from, to);
}

const sample = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');

/**
 * Writes the files of nginx: the sample with other names, ports and certificates, and what surrounds it on a server.
 */
function writeNginx(folder: string, { port, servicePorts, hostedPort }: Upstreams): string[] {
  let site = sample('nginx/latchkey.conf');
  const [service] = /^ *server 127\.0\.0\.1:4000(.*);$/m.exec(site) ?? [];
  if (service === undefined) throw new Error('The sample names no process of the service');
  const services = servicePorts.map((one) => service.replace(':4000', `:${one}`)).join('\n');
  site = replace(site, service, services);
  site = replace(site, '127.0.0.1:4002', `127.0.0.1:${hostedPort}`);
  for (const [from, to] of [
    ['auth.example.com', serviceHost],
    ['wallet.example.com', hostedHost],
  ] as const) {
    site = replace(site, `/etc/ssl/latchkey/${from}.`, join(folder, 'site.'));
    site = replace(site, `server_name ${from}`, `server_name ${to}`);
  }
  site = replace(site, 'listen 443', `listen 127.0.0.1:${port}`);
  site = replace(site, '    listen [::]:443 ssl;\n', '');
  writeFileSync(join(folder, 'latchkey.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder}/${name};\n`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\n${temporary.join('')}  include ${folder}/latchkey.conf;\n}\n`,
  );
  return ['/usr/sbin/nginx', '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
}

/** Writes Caddy's file: the sample with the tests' certificate, after options that leave ports 80 and 2019 alone. */
function writeCaddy(folder: string, { port }: Upstreams): string[] {
  let sites = sample('caddy/Caddyfile');
  for (const name of ['auth', 'wallet']) {
    const files = `/etc/caddy/${name}.example.com.pem /etc/caddy/${name}.example.com.key`;
    sites = replace(sites, `# tls ${files}`, `tls ${folder}/site.pem ${folder}/site.key`);
  }
  const options = `{\n\tadmin off\n\tauto_https disable_redirects\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n}\n`;
  writeFileSync(join(folder, 'Caddyfile'), options + sites);
  return ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
}

/**
 * Starts a proxy with the sample of `deploy/`. Resolves when it terminates TLS. It ends when the test or its file ends.
 */
export function startProxy(name: ProxyName, upstreams: Upstreams): Promise<ChildProcess> {
  const folder = temporaryFolder(`proxy-${name}`);
  endWithin(() => rmSync(folder, { recursive: true, force: true }));
  // nginx's workers run as another user.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'site.pem'), certificate.cert);
  writeFileSync(join(folder, 'site.key'), certificate.key);
  const command = (name === 'nginx' ? writeNginx : writeCaddy)(folder, upstreams);
  const env = {
    HOME: folder,
    SERVICE_SITE: `https://${serviceHost}:${upstreams.port}`,
    HOSTED_SITE: `https://${hostedHost}:${upstreams.port}`,
    SERVICE_UPSTREAMS: upstreams.servicePorts.map((port) => `127.0.0.1:${port}`).join(' '),
    HOSTED_UPSTREAM: `127.0.0.1:${upstreams.hostedPort}`,
  };
  return startCommand(command, env, () => callOverTls(upstreams.port, '/healthz'));
}

interface RecoveryUpstream {
  readonly port: number;
  readonly storePort: number;
  /** Folder with the files of `makeSecrets.sh`. */
  readonly secrets: string;
}

/** Starts Caddy as it runs beside the recovery store. Resolves when it terminates TLS. */
export function startRecoveryProxy({ port, storePort, secrets }: RecoveryUpstream): Promise<ChildProcess> {
  const folder = temporaryFolder('proxy-recovery');
  endWithin(() => rmSync(folder, { recursive: true, force: true }));
  const site = replace(sample('caddy/recovery.Caddyfile'), '127.0.0.1:4001', `127.0.0.1:${storePort}`);
  writeFileSync(join(folder, 'Caddyfile'), site);
  const env = {
    HOME: folder,
    TLS_CERTIFICATE: join(secrets, 'recovery.pem'),
    TLS_KEY: join(secrets, 'recovery.key'),
    TLS_PORT: String(port),
  };
  const command = ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  const ca = readFileSync(join(secrets, 'recovery.pem'), 'utf8');
  return startCommand(command, env, () => callOverTls(port, '/healthz', { host: recoveryHost, ca }));
}

async function startCommand(
  [command = '', ...args]: readonly string[],
  env: Record<string, string>,
  probe: () => Promise<unknown>,
): Promise<ChildProcess> {
  const child = startProcess(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += String(text);
    });
  }
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}:\n${output}`);
    const isUp = await probe().then(
      () => true,
      () => false,
    );
    if (isUp) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface CallOptions {
  readonly host?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Address of the client on loopback. */
  readonly from?: string;
  readonly ca?: string;
}

export interface Called {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Makes a call through the proxy over HTTPS on a connection of its own, and verifies the certificate. */
export function callOverTls(port: number, path: string, options: CallOptions = {}): Promise<Called> {
  const {
    host = serviceHost,
    method = 'GET',
    headers = {},
    body,
    from = '127.0.0.1',
    ca = certificate.cert,
  } = options;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { host: `${host}:${port}`, ...headers },
        localAddress: from,
        servername: host,
        ca,
        agent: false,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
