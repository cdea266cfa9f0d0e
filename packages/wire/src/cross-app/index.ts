/**
 * Wallets of one app that are used in another: what a requester's page asks, and the hosted pages of the app that holds the
 * wallet. The login by another app is a login method (`methods/cross-app.ts`).
 */
export * from './names.ts';
export * from './requester.ts';
export * from './requesters.ts';
export * from './routes.ts';
