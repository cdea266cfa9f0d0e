import { type FrameContextBody, type FrameContextReply, limits } from '@latchkey/wire';
import { type App, type Apps, originMatch } from '../../apps/index.ts';
import type { DpopNonces } from './dpopNonce.ts';

/**
 * Tells the frame whether it may run inside its ancestors: the direct parent an origin of the app (or the hosted
 * one), everything further up one of these or of the app's `embedding_origins` (docs/custody.md, the frame's border).
 */
export function describeContext(
  deps: { apps: Apps; nonces: DpopNonces },
  app: App,
  body: FrameContextBody,
): FrameContextReply {
  const { apps, nonces } = deps;
  const isAllowed = (origin: string) => apps.isOriginAllowed(app, origin);
  const isEmbedder = originMatch(app.settings.embedding_origins);
  // Nearest first; where the browser lists ancestors, the first must be the parent that the frame speaks to.
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
