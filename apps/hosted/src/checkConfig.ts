import { createClient } from '@latchkey/core';
import { type PageConfig, toHostConfig } from './pageConfig.ts';

/**
 * Checks the configuration of the pages. The process that serves them runs it at startup.
 *
 * @throws ServiceError as `createClient` does
 */
export function checkConfig(config: PageConfig): void {
  createClient({ appId: 'a'.repeat(25), apiUrl: config.apiUrl, config: toHostConfig(config, 'en') });
}
