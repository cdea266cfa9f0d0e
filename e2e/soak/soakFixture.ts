import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { listenLocally } from '../../bench/server/harness/listenLocally.ts';
import { type MailSink, startMailSink } from '../../bench/server/harness/mailSink.ts';
import { type Program, startProgram } from '../../bench/server/harness/program.ts';
import { findPostgres, startPostgres, temporaryFolder, testKeks } from '../../packages/testkit/src/index.ts';
import { webhookRoutes } from '../../packages/wire/src/index.ts';
import { root } from '../../scripts/build/contentHash.ts';

export const appId = 'latchkey-soak-app-0000001';
export const origin = 'http://localhost:3000';
export const publicUrl = 'http://localhost:4000';
const adminKey = 'an-admin-key-of-the-soak-with-32-characters';

/** The service as it is shipped, with two workers on its own PostgreSQL, a mail server, and an app's back end. */
export interface SoakFixture {
  readonly service: Program;
  readonly mail: MailSink;
  readonly databaseUrl: string;
  /** Number of events that the app's back end has received. */
  receivedEvents(): number;
  close(): Promise<void>;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

export async function startSoakFixture(): Promise<SoakFixture> {
  const folder = temporaryFolder('soak');
  const [postgres, mail] = await Promise.all([startPostgres(findPostgres() ?? ''), startMailSink()]);
  const appsFile = join(folder, 'latchkey.config.json');
  const app = {
    id: appId,
    name: 'Soak',
    email_auth: true,
    guest_auth: true,
    mfa_methods: ['totp'],
    allowed_origins: [origin],
  };
  await writeFile(appsFile, JSON.stringify({ apps: [app] }));
  const service = await startProgram({
    args: [join(root, 'packages/server/dist/main.js')],
    env: {
      LATCHKEY_PORT: '0',
      LATCHKEY_BIND: '127.0.0.1',
      LATCHKEY_URL: publicUrl,
      LATCHKEY_DATABASE_URL: postgres.url,
      LATCHKEY_DATA_DIR: folder,
      LATCHKEY_CONFIG: appsFile,
      LATCHKEY_SMTP_URL: mail.url,
      LATCHKEY_ADMIN_KEY: adminKey,
      LATCHKEY_PARTS_KEK: base64(testKeks.parts),
      LATCHKEY_RECOVERY_KEK: base64(testKeks.recovery),
      LATCHKEY_OUTBOUND_ALLOW: '127.0.0.1',
      // Lets each user come from another network.
      LATCHKEY_TRUSTED_PROXIES: '1',
      LATCHKEY_WORKERS: '2',
    },
    line: /"port":(\d+),"msg":"all workers are listening"/,
  });
  const backEnd = await startBackEnd();
  await createWebhook(service, backEnd.url);
  return {
    service,
    mail,
    databaseUrl: postgres.url,
    receivedEvents: backEnd.received,
    async close() {
      await service.stop();
      backEnd.server.close();
      mail.close();
      await postgres.destroy();
    },
  };
}

async function startBackEnd(): Promise<{ url: string; received(): number; server: Server }> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count += 1;
      response.end();
    });
  });
  return { url: `http://127.0.0.1:${await listenLocally(server)}/`, received: () => count, server };
}

async function createWebhook(service: Program, url: string): Promise<void> {
  const answer = await fetch(service.url + webhookRoutes.create.path.replace('{id}', appId), {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, types: ['user.created', 'user.authenticated'] }),
  });
  if (!answer.ok) throw new Error(`The webhook was answered ${answer.status} ${await answer.text()}`);
}
