/**
 * Use of one app's wallets in another: requests of a requester's page, and the hosted pages of the app that holds the
 * wallet. Login with another app is a login method (`methods/cross-app.ts`).
 */
export * from './names.ts';
export * from './requester.ts';
export * from './requesters.ts';
export * from './routes.ts';
