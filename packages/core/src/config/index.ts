/**
 * The config room: what the developer passes (`options.ts`), what holds without it (`defaults.ts`), and how the served
 * app config and the host's wishes become the settings that everybody else reads (`settings.ts`).
 * It asks nobody. The client calls it once at the start.
 */
export { defaults } from './defaults.ts';
export type { ClientOptions, HostConfig, HostLook, LoginMethodName } from './options.ts';
export { type CheckedOptions, readOptions } from './readOptions.ts';
export { type AppSettings, toLook, toSettings } from './settings.ts';
