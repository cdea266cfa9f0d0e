// Values that settings take and clients know, apart from the schemas: pages load them at start.

/** Values of create_on_login; `all-users` is the wire's, for existing apps (CONF-23). */
export const createOnLoginModes = ['off', 'users-without-wallets', 'all-users'] as const;
export type CreateOnLogin = (typeof createOnLoginModes)[number];

export const fundingAssets = ['native-currency', 'USDC'] as const;

/** Prefix of a captcha's site key (CAPT-15). Published clients take the rest as Turnstile's own key. */
export const captchaKeyPrefix = 't:';

/** Colour schemes of the modal; `system` follows the person's own. */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** The only mode of embedded wallets: keys live in the person's browser, never on the server. */
export const walletMode = 'legacy-embedded-wallets-only';
