import { randomBytes } from 'node:crypto';
import { commandError } from '../command/index.ts';
import type { Answers } from './answers.ts';

export interface NewFile {
  readonly name: string;
  readonly text: string;
  /** True for a file with secrets, which only its owner may read. */
  readonly isSecret: boolean;
}

const newSecret = (): string => randomBytes(32).toString('base64');

/** Variables of a new production service, with fresh keys. */
export function newEnvironment(
  answers: Answers,
  { databaseUrl, bind, trustedProxies }: { databaseUrl: string; bind: string | null; trustedProxies: string },
): Readonly<Record<string, string>> {
  return {
    NODE_ENV: 'production',
    LATCHKEY_URL: answers.url,
    ...(bind === null ? {} : { LATCHKEY_BIND: bind }),
    LATCHKEY_TRUSTED_PROXIES: trustedProxies,
    LATCHKEY_DATABASE_URL: databaseUrl,
    LATCHKEY_CONFIG: 'latchkey.config.json',
    LATCHKEY_SMTP_URL: answers.smtpUrl,
    LATCHKEY_MAIL_FROM: answers.mailFrom,
    LATCHKEY_ADMIN_KEY: newSecret(),
    LATCHKEY_PARTS_KEK: newSecret(),
    LATCHKEY_RECOVERY_KEK: newSecret(),
  };
}

/** Prints variables so that systemd, Docker Compose and Node.js read the same values. */
export function toEnvFile(about: string, variables: Readonly<Record<string, string>>): NewFile['text'] {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${quote(name, value)}`);
  return `# ${about}\n${lines.join('\n')}\n`;
}

function quote(name: string, value: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(value)) return value;
  // Only single quotes mean the same to all readers: in others, Compose replaces what follows a dollar sign.
  if (/['\r\n]/.test(value)) throw commandError(`${name} must not contain a quote or a line break.`, 'usage');
  return `'${value}'`;
}

/** Returns an apps file with one app that logs users in by email. */
export function toAppsFile({ appName, appOrigin }: Answers): { id: string; text: string } {
  const id = `c${randomBytes(12).toString('hex')}`;
  const app = { id, name: appName, allowed_origins: [appOrigin], email_auth: true };
  return { id, text: `${JSON.stringify({ apps: [app] }, null, 2)}\n` };
}

export function toUnit({ folder, program }: { folder: string; program: string }): string {
  return `# systemd unit of the Latchkey service. Copy it to /etc/systemd/system, then: systemctl enable --now latchkey
[Unit]
Description=Latchkey
After=network-online.target
Wants=network-online.target

[Service]
User=latchkey
WorkingDirectory=${folder}
EnvironmentFile=${folder}/latchkey.env
ExecStart=${program} serve
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
# 10 s for requests in flight, 5 s to close, and LATCHKEY_DRAIN_S.
TimeoutStopSec=20
AmbientCapabilities=
CapabilityBoundingSet=
LockPersonality=yes
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=read-only
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
UMask=0077

[Install]
WantedBy=multi-user.target
`;
}

/** Returns a compose file with the service and, if wanted, its database. The port is open on this machine only. */
export function toCompose({ version, hasDatabase }: { version: string; hasDatabase: boolean }): string {
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
  return `# The Latchkey service. Put a proxy with TLS in front of port 4000.
services:
  latchkey:
    image: node:24-slim
    command: [npx, --yes, --omit=optional, '@latchkey/cli@${version}', serve]
    user: node
    env_file: latchkey.env
    environment:
      npm_config_cache: /tmp/npm
    working_dir: /latchkey
    volumes:
      - ./latchkey.config.json:/latchkey/latchkey.config.json:ro
    tmpfs: /tmp
    read_only: true
    cap_drop: [ALL]
    security_opt: ['no-new-privileges:true']
    ports: ['127.0.0.1:4000:4000']
    restart: unless-stopped
    stop_grace_period: 20s
${hasDatabase ? `    depends_on:\n      postgres:\n        condition: service_healthy\n${database}volumes:\n  postgres:\n` : ''}`;
}
