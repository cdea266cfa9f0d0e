import { createLog, readHostedConfig, startHosted } from '@latchkey/server';

/** The hosted pages of a rig. */
export interface Hosted {
  /** Their origin, as the service was told. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the hosted pages as `main.js hosted` does, by this environment. They hold nothing that a kill could lose, and so
 * need no process of their own here.
 */
export async function startHostedPages(env: Readonly<Record<string, string>>): Promise<Hosted> {
  const config = readHostedConfig({ LATCHKEY_HOSTED_BIND: '127.0.0.1', ...env });
  const log = createLog();
  log.level = 'silent';
  const server = await startHosted(config, { log });
  return { url: config.hostedUrl, close: () => server.close() };
}
