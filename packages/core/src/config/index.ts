/**
 * The config room: what the developer passes (`options.ts`), what holds without it (`defaults.ts`), and how the served
 * app config and the host's wishes become the settings that everybody else reads (`settings.ts`).
 * It asks no one. The client calls it once at the start.
 */
export type { AppSettings } from './appSettings.ts';
export { type ChainSettings, toChains } from './chains.ts';
export { defaults } from './defaults.ts';
export type {
  Chain,
  ClientOptions,
  CoinbaseConnection,
  HostConfig,
  HostLook,
  KnownWalletId,
  LoginEntry,
  LoginMethodName,
  SolanaChain,
  WalletListEntry,
} from './options.ts';
export { type CheckedOptions, readOptions } from './readOptions.ts';
export { toLook, toSettings } from './settings.ts';
export { walletNames } from './walletNames.ts';
