import { type HostedConfig, serveHosted } from './hosted/index.ts';
import { listen, usualGraceMs } from './listen.ts';
import { createLog, type Server, type StartOptions } from './startServer.ts';

/**
 * Starts the hosted pages as a separate process, which needs no database and no secret.
 *
 * @param options `graceMs` for requests in flight at a stop
 * @throws StartError that says what is wrong and what to do
 */
export async function startHosted(
  config: HostedConfig,
  options: Pick<StartOptions, 'graceMs' | 'log'> = {},
): Promise<Server> {
  const { graceMs = usualGraceMs, log = createLog() } = options;
  const pages = await serveHosted(config);
  const listener = await listen(pages, {
    port: config.port,
    hosts: config.bind,
    variables: { port: 'LATCHKEY_HOSTED_PORT', hosts: 'LATCHKEY_HOSTED_BIND' },
    drainMs: config.drainS * 1000,
    graceMs,
  });
  log.info({ url: config.hostedUrl, port: listener.port, service: config.url }, 'listening');
  if (pages.fault !== null) log.error({ fault: pages.fault }, 'no hosted page can start; /readyz says so');
  if (config.chains.length === 0)
    log.warn('LATCHKEY_HOSTED_CHAINS names no chain: hosted pages sign messages, and send no transactions');
  return { port: listener.port, close: listener.close };
}
