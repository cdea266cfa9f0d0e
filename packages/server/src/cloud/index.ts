/**
 * Gives the wallet frame access to the user's own Google Drive or iCloud, which holds the secret of a recovery method
 * (docs/custody.md). The service leads the consent and passes the access on to the wallet frame; it never sees the
 * contents of the cloud. Owns no table. Uses `apps`, `app-secrets`, `sessions`, and `challenges` for single-use
 * values. `custody` redeems the access.
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
