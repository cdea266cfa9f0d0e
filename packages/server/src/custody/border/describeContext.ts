import { type FrameContextBody, type FrameContextReply, limits } from '@latchkey/wire';
import { type App, type Apps, originMatch } from '../../apps/index.ts';
import type { DpopNonces } from './dpopNonce.ts';

/**
 * Decides whether the frame may run inside its ancestors, and returns the app's settings for it. The direct parent
 * must be an origin of the app (or the hosted one). Every other ancestor that the browser lists must be such an origin,
 * or match the app's `embedding_origins` (docs/custody.md, the frame's border).
 */
export function describeContext(
  deps: { apps: Apps; nonces: DpopNonces },
  app: App,
  body: FrameContextBody,
): FrameContextReply {
  const { apps, nonces } = deps;
  const isAllowed = (origin: string) => apps.isOriginAllowed(app, origin);
  const isEmbedder = originMatch(app.settings.embedding_origins);
  // The nearest ancestor is first. If the browser lists any, the first must be the parent that the frame talks to.
  const [parent = body.parent_origin, ...further] = body.ancestor_origins;
  const allowed =
    body.app_id === app.id &&
    parent === body.parent_origin &&
    isAllowed(parent) &&
    further.every((origin) => isAllowed(origin) || isEmbedder(origin));
  const { allow_raw_signing, approval, embedded_wallet_config: wallets } = app.settings;
  return {
    allowed,
    dpop_nonce: nonces.issue(app.id),
    allow_raw_signing,
    approval,
    recovery_password_length: wallets.recovery_password_min_length ?? limits.recoveryPasswordLength,
  };
}
