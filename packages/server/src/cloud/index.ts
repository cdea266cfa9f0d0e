/**
 * Lets the wallet frame reach the user's own Google Drive or iCloud, which holds the secret of a recovery method
 * (docs/custody.md). The service obtains the user's consent at Google and passes the access token to the frame. It does
 * not read or write the user's records. Owns no table. Uses `apps`, `app-secrets`, `consent`, `sessions`, and
 * `challenges` for single-use values.
 */
import type { OpenCloudBody, OpenCloudReply } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Implementation, Incoming } from '../http/index.ts';
import type { Session } from '../sessions/index.ts';

export { cloudOrigins } from './clouds.ts';
export { createCloud } from './createCloud.ts';

export interface Cloud {
  readonly routes: Implementation[];
  /** Answers the path that Google sends users back to. Returns null for any other path or method. */
  pages(request: Incoming): Promise<Response | null>;
  /**
   * Returns what the frame needs to reach a cloud: the address and API token of the app's iCloud container, or Google's
   * access token for the handle of a consent, once and only for the session that began the consent.
   * @throws ServiceError `invalid_credentials` for a handle that is unknown, used, expired or another session's;
   *   `not_supported`
   */
  open(app: App, session: Session, body: OpenCloudBody): Promise<OpenCloudReply>;
}
