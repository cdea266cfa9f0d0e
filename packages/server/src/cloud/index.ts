/**
 * The cloud room: how a person lets the wallet into their own Google Drive or iCloud, where the secret of a recovery
 * method lies (docs/custody.md). The service leads the consent and hands the access on to the wallet frame; what lies in
 * the cloud it never sees. Owns no table; asks apps, their secrets, sessions, and challenges for what is used once.
 * The custody room asks it to redeem.
 */
import type { OpenCloudBody, OpenCloudReply } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Failures, Implementation, Incoming } from '../http/index.ts';
import type { Session } from '../sessions/index.ts';

export { cloudOrigins } from './clouds.ts';
export { createCloud } from './createCloud.ts';

export interface Cloud {
  readonly routes: Implementation[];
  /** The page that Google sends people back to: it sends them on to the host's. Null for any other path. */
  pages(request: Incoming, failures: Failures): Promise<Response | null>;
  /**
   * Turns what a host page was given at the end of a consent into access to the cloud, once, for the session that asked.
   * @throws ServiceError `invalid_credentials` for a handle that is unknown, used, late or another's; `not_supported`
   */
  open(app: App, session: Session, body: OpenCloudBody): Promise<OpenCloudReply>;
}
