import { envFiles, programs } from './programs.ts';

/** Returns a service of a compose file that runs one of the programs, whose port is open on this machine only. */
function toComposeService(
  name: 'hosted' | 'service',
  { more = '', port, version }: { more?: string; port: number; version: string },
): string {
  const { command, file } = programs[name];
  const words = ['npx', '--yes', '--omit=optional', `'@latchkey/cli@${version}'`, ...command.split(' ')];
  return `  ${file}:
    image: node:24-slim
    command: [${words.join(', ')}]
    user: node
    env_file: ${envFiles[name]}
    environment:
      npm_config_cache: /tmp/npm
    tmpfs: /tmp
    read_only: true
    cap_drop: [ALL]
    security_opt: ['no-new-privileges:true']
    ports: ['127.0.0.1:${port}:${port}']
    restart: unless-stopped
    stop_grace_period: 20s
${more}`;
}

/** Returns a compose file with the service and, if wanted, the hosted pages and a database. */
export function toCompose({
  version,
  hasDatabase,
  hasHosted,
}: {
  version: string;
  hasDatabase: boolean;
  hasHosted: boolean;
}): string {
  const database = `  postgres:
    image: postgres:17
    env_file: postgres.env
    restart: unless-stopped
    volumes:
      - postgres:/var/lib/postgresql/data
    healthcheck:
      test: [CMD, pg_isready, --username=latchkey]
      interval: 5s
`;
  const apps = `    working_dir: /latchkey
    volumes:
      - ./latchkey.config.json:/latchkey/latchkey.config.json:ro
`;
  const waiting = `    depends_on:
      postgres:
        condition: service_healthy
`;
  const service = toComposeService('service', {
    version,
    port: 4000,
    more: `${apps}${hasDatabase ? waiting : ''}`,
  });
  const hosted = hasHosted ? toComposeService('hosted', { version, port: 4002 }) : '';
  const ports = hasHosted ? 'ports 4000 and 4002' : 'port 4000';
  return `# The Latchkey service. Put a proxy with TLS in front of ${ports}.
services:
${service}${hosted}${hasDatabase ? `${database}volumes:\n  postgres:\n` : ''}`;
}
