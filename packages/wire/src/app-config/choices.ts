// Values that settings accept and clients know. They are apart from the schemas, because pages load them at start.

/** Values of `create_on_login` (CONF-23). */
export const createOnLoginModes = ['off', 'users-without-wallets', 'all-users'] as const;
export type CreateOnLogin = (typeof createOnLoginModes)[number];

export const fundingAssets = ['native-currency', 'USDC'] as const;

/** Prefix of a captcha's site key (CAPT-15). Published clients use the text after it as Turnstile's own key. */
export const captchaKeyPrefix = 't:';

/** Colour schemes of the modal. `system` follows the user's device. */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** Only mode of embedded wallets: keys are rebuilt in the user's browser. */
export const walletMode = 'legacy-embedded-wallets-only';
