import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPostgres, startPostgres } from '@latchkey/testkit';
import { bundleProgram } from '../../../scripts/build/bundleProgram.ts';
import { root } from '../../../scripts/build/contentHash.ts';
import { buildAll } from '../../../scripts/build.ts';
import { type CodeBox, receiveCodes } from './codeBox.ts';
import { type MailSink, startMailSink } from './mailSink.ts';
import { type Program, startProgram } from './program.ts';
import { runSql } from './sql.ts';

export const appId = 'latchkey-bench-app-000001';
export const origin = 'http://localhost:3000';
/** Address of the service for its own frame. The load uses the port that the service found. */
export const publicUrl = 'http://localhost:4000';
export const adminKey = 'an-admin-key-of-the-bench-with-32-characters';

/** Headers of a client of the bench's app. */
export const appHeaders = { 'privy-app-id': appId, origin };

/** The service as it is shipped, with its own PostgreSQL (fsync on) and a mail server that keeps codes. */
export interface ServerFixture {
  readonly service: Program;
  readonly codes: Pick<CodeBox, 'takeCode'>;
  readonly mail: MailSink;
  readonly databaseUrl: string;
  /** PostgreSQL's first process, whose children serve the connections. */
  readonly databasePid: number;
  close(): Promise<void>;
}

/** In the folder of the shipped program, because the program looks for files relative to itself. */
const handingProgram = 'packages/server/dist/handing.js';
const programPath = fileURLToPath(new URL('../../../packages/server/dist/main.js', import.meta.url));

/** Transport of codes to the clients: by email over SMTP, or handed over by the service's process. */
export type CodeWay = 'mail' | 'hand';

/** @param options `nodeArgs`: flags of the service's process; `workers`: number of worker processes, if any */
export async function startServerFixture(
  options: { nodeArgs?: readonly string[]; codes?: CodeWay; workers?: number } = {},
): Promise<ServerFixture> {
  const programs = findPostgres();
  if (!programs) throw new Error('The benches of the server need PostgreSQL 15 or newer');
  const isHanded = options.codes === 'hand';
  await buildAll({ only: ['frame', 'server'] });
  if (isHanded) await bundleProgram('bench/server/harness/handingProgram.ts', handingProgram);
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'));
  const [postgres, mail] = await Promise.all([startPostgres(programs), startMailSink()]);
  const appsFile = join(folder, 'latchkey.config.json');
  const app = { id: appId, name: 'Bench', email_auth: true, wallet_auth: true, allowed_origins: [origin] };
  await writeFile(appsFile, JSON.stringify({ apps: [app] }));
  const service = await startProgram({
    args: [...(options.nodeArgs ?? []), isHanded ? join(root, handingProgram) : programPath],
    env: {
      LATCHKEY_PORT: '0',
      LATCHKEY_BIND: '127.0.0.1',
      LATCHKEY_URL: publicUrl,
      LATCHKEY_DATABASE_URL: postgres.url,
      LATCHKEY_DATA_DIR: folder,
      LATCHKEY_CONFIG: appsFile,
      LATCHKEY_SMTP_URL: mail.url,
      LATCHKEY_ADMIN_KEY: adminKey,
      ...(options.workers === undefined ? {} : { LATCHKEY_WORKERS: String(options.workers) }),
    },
    line: options.workers === undefined ? /"port":(\d+)/ : /"port":(\d+),"msg":"all workers are listening"/,
  });
  return {
    service,
    codes: isHanded ? receiveCodes(service.child) : mail,
    mail,
    databaseUrl: postgres.url,
    databasePid: await databasePidOf(postgres.url),
    async close() {
      await service.stop();
      mail.close();
      await postgres.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function databasePidOf(url: string): Promise<number> {
  const [row] = await runSql(url, 'show data_directory');
  const lines = await readFile(join(String(row?.data_directory), 'postmaster.pid'), 'utf8');
  return Number.parseInt(lines, 10);
}
