/**
 * The cross-app room: wallets of one app that are used in another, under the eyes of the app that holds them. A provider
 * token only names a connection; what counts is the person's own session at the provider. Asks apps and config which apps
 * there are, sessions and users who is there; methods, the directory and webhooks ask it.
 */
export { type CrossApp, createCrossApp } from './createCrossApp.ts';
