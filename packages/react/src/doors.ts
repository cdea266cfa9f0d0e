import { door } from './door.ts';

/*
 * The lazy doors of this house, alphabetical: what hooks, or hooks and screens, load when they first need it. The modal has a door of
 * its own (`modalDoor.ts`), the screens have their list (`screens/index.ts`), and core's operations load themselves.
 */

/** Speaks to other apps, whose wallets are used here. Hooks alone need it: a page without them has nothing of it. */
export const loadCrossApp = /* @__PURE__ */ door(() => import('@latchkey/core/cross-app'));

/** Speaks to the Farcaster app. Hooks alone need it: a page without them has nothing of it. */
export const loadFarcaster = /* @__PURE__ */ door(() => import('@latchkey/core/farcaster'));

/** Enrols, verifies and removes second factors. Hooks alone need it: a page without them has nothing of it. */
export const loadMfa = /* @__PURE__ */ door(() => import('@latchkey/core/mfa'));

/** Visits to providers of social login. */
export const loadOAuth = door(() => import('@latchkey/core/oauth'));

/** Logs in by passkeys. */
export const loadPasskeys = door(() => import('@latchkey/core/passkey'));

/** Speaks to Telegram. */
export const loadTelegram = door(() => import('@latchkey/core/telegram'));
