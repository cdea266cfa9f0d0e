import { createLog, readHostedConfig, startHosted } from '@latchkey/server';

export interface Hosted {
  /** Origin of the pages, as the service knows it. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the hosted pages as `main.js hosted` does, with this environment, in the tests' process. */
export async function startHostedPages(env: Readonly<Record<string, string>>): Promise<Hosted> {
  const config = readHostedConfig({ LATCHKEY_HOSTED_BIND: '127.0.0.1', ...env });
  const log = createLog();
  log.level = 'silent';
  const server = await startHosted(config, { log });
  return { url: config.hostedUrl, close: () => server.close() };
}
