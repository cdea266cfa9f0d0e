/**
 * Settings of the client: the developer's options (`options.ts`), their defaults (`defaults.ts`), and the function
 * that merges both with the served app config into the settings that the other modules read (`settings.ts`). Uses no
 * other module. The client checks the options when it is created, and merges the settings at its start.
 */
export type { AppSettings } from './appSettings.ts';
export { type ChainSettings, chainSettingsOf } from './chains.ts';
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
