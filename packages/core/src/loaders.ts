import { lazy } from './lazy.ts';

/* Loaders of parts, alphabetical. `@latchkey/core` also exports the functions of each part directly. Some open popups
   or create stores and cannot be lazy, so a bundler puts them where they are imported. */

/* @__NO_SIDE_EFFECTS__ */
function loader<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return lazy(async () => {
    const module = await load();
    return () => module;
  });
}

/**
 * Loads the functions that log in with provider apps and use their wallets. Load them in advance, because some open a
 * popup.
 *
 * @throws ServiceError `network_error` if the code does not load; the next call tries again
 * @example
 * const { loginWithCrossAppAccount } = await loadCrossApp();
 * button.onclick = () => loginWithCrossAppAccount(client, { appId });
 */
export const loadCrossApp = loader(() => import('./cross-app.ts'));

/**
 * Loads the functions for Sign in with Farcaster, Farcaster mini apps and Farcaster signers.
 *
 * @throws ServiceError `network_error` if the code does not load; the next call tries again
 * @example
 * const { createFarcasterLogin } = await loadFarcaster();
 */
export const loadFarcaster = loader(() => import('./farcaster.ts'));

/**
 * Loads the functions that enrol, verify, list and remove second factors.
 *
 * @throws ServiceError `network_error` if the code does not load; the next call tries again
 * @example
 * const { initEnrollmentWithTotp } = await loadMfa();
 */
export const loadMfa = loader(() => import('./mfa.ts'));

/**
 * Loads the functions for social login. Load them in advance for `loginInOAuthPopup` and `confirmInOAuthPopup`, which
 * open a popup.
 *
 * @throws ServiceError `network_error` if the code does not load; the next call tries again
 * @example
 * const { initLoginWithOAuth } = await loadOAuth();
 */
export const loadOAuth = loader(() => import('./oauth.ts'));

/**
 * Loads the functions for passkeys.
 *
 * @throws ServiceError `network_error` if the code does not load; the next call tries again
 * @example
 * const { createPasskeyLogin } = await loadPasskeys();
 */
export const loadPasskeys = loader(() => import('./passkey.ts'));

/**
 * Loads the functions for Telegram login. Load them in advance, because Telegram's script opens a popup.
 *
 * @throws ServiceError `network_error` if the code does not load; the next call tries again
 * @example
 * const { loadTelegramScript, loginWithTelegram } = await loadTelegram();
 * await loadTelegramScript(client);
 * button.onclick = () => loginWithTelegram(client);
 */
export const loadTelegram = loader(() => import('./telegram.ts'));
