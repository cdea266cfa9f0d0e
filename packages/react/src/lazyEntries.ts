import { lazy } from './lazy.ts';

/*
 * Entries of core that hooks and screens load when they first need them, alphabetical. The modal is loaded by its controller
 * (`modalController.ts`), the screens by their list (`screens/index.ts`), and core's operations load themselves.
 */

/** Speaks to other apps, whose wallets are used here. Hooks alone need it: a page without them has nothing of it. */
export const loadCrossApp = /* @__PURE__ */ lazy(() => import('@latchkey/core/cross-app'));

/** Speaks to the Farcaster app. Hooks alone need it: a page without them has nothing of it. */
export const loadFarcaster = /* @__PURE__ */ lazy(() => import('@latchkey/core/farcaster'));

/** Enrols, verifies and removes second factors. Hooks alone need it: a page without them has nothing of it. */
export const loadMfa = /* @__PURE__ */ lazy(() => import('@latchkey/core/mfa'));

/** Visits to providers of social login. */
export const loadOAuth = lazy(() => import('@latchkey/core/oauth'));

/** Logs in by passkeys. */
export const loadPasskeys = lazy(() => import('@latchkey/core/passkey'));

/** Speaks to Telegram. */
export const loadTelegram = lazy(() => import('@latchkey/core/telegram'));
