import { door } from './door.ts';

/*
 * The lazy doors of this house, alphabetical: what hooks and screens load when they first need it. The modal has a door of
 * its own (`modalDoor.ts`), the screens have their list (`screens/index.ts`), and core's operations load themselves.
 */

/** Speaks to the Farcaster app. */
export const loadFarcaster = door(() => import('@latchkey/core/farcaster'));

/** The sign-ins with Farcaster that a landing begins. */
export const loadFarcasterFlows = door(() => import('./screens/methods/farcaster/flows.ts'));

/** Visits to providers of social login. */
export const loadOAuth = door(() => import('@latchkey/core/oauth'));

/** Logs in by passkeys. */
export const loadPasskeys = door(() => import('@latchkey/core/passkey'));

/** Speaks to Telegram. */
export const loadTelegram = door(() => import('@latchkey/core/telegram'));
