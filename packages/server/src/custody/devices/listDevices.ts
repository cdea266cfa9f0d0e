import type { DeviceList } from '@latchkey/wire';
import type { Session } from '../../sessions/index.ts';
import type { CustodyDeps } from '../deps.ts';
import { listBrowsers } from './store.ts';

const seconds = (ms: number) => Math.floor(ms / 1000);

/** Lists the browsers that the caller has enrolled, the most recently used first. */
export async function listDevices({ world }: CustodyDeps, session: Session): Promise<DeviceList> {
  const browsers = await listBrowsers(world.database.db, session, session.sessionId);
  return {
    devices: browsers.map((browser) => ({
      id: browser.deviceId,
      created_at: seconds(browser.createdAtMs),
      last_used_at: seconds(browser.usedAtMs),
      browser: browser.browser,
      os: browser.os,
      is_current: browser.isCurrent,
    })),
  };
}
