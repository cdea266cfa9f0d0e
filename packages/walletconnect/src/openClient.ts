import type { ConnectorContext } from '@latchkey/core';
import { Core } from '@walletconnect/core';
import { SignClient } from '@walletconnect/sign-client';
import type { CoreTypes, SignClientTypes } from '@walletconnect/types';
import { createStorage } from './createStorage.ts';
import type { WalletConnectInput } from './walletConnect.ts';
import { walletError } from './walletError.ts';

/** WalletConnect's own client, without logs, telemetry and its Verify service. */
export type WalletConnectClient = Awaited<ReturnType<typeof openClient>>;

/**
 * Opens WalletConnect's client with its stored data. It connects to the relay by itself if it has sessions.
 *
 * @throws an error with code 4900 without a project id
 */
export async function openClient(
  { metadata, projectId: own, relayUrl }: WalletConnectInput,
  context: ConnectorContext,
) {
  const projectId = own ?? context.walletConnectProjectId;
  if (!projectId) throw walletError('disconnected', 'WalletConnect has no project id');
  // Our own name, because the library shares one core among all users of the same prefix in a page.
  const customStoragePrefix = `${context.storagePrefix}latchkey`;
  const core = new Core({
    projectId,
    customStoragePrefix,
    ...(relayUrl ? { relayUrl } : {}),
    storage: createStorage(context),
    telemetryEnabled: false,
    logger: silentLogger,
  });
  forgetGlobals(customStoragePrefix);
  // For each request, the library would load WalletConnect's Verify service in a hidden frame. WalletConnect could
  // see from which site and network address each request comes, so this is turned off.
  core.verify.register = async () => undefined;
  core.eventClient.init = async () => {};
  const { app } = context;
  return SignClient.init({
    // The library's two types differ in optional fields.
    logger: silentLogger,
    core: core as NonNullable<SignClientTypes.Options['core']>,
    metadata: {
      name: metadata?.name ?? app.name,
      description: metadata?.description ?? '',
      url: metadata?.url ?? app.url,
      icons: [...(metadata?.icons ?? (app.logo ? [app.logo] : []))],
    },
  });
}

/**
 * Removes the library's core, which has the keys of the sessions, from `globalThis`. Scripts of the page can still read
 * the keys in the page's storage.
 */
function forgetGlobals(prefix: string): void {
  for (const name of [`_walletConnectCore_${prefix}`, `_walletConnectCore_${prefix}_count`]) {
    Reflect.deleteProperty(globalThis, name);
  }
}

type Logger = Exclude<CoreTypes.Options['logger'], string | undefined>;

/** Replaces the library's logger, which writes to the console and keeps a downloadable log. */
const silentLogger = makeSilentLogger();

function makeSilentLogger(): Logger {
  const nothing = () => {};
  const levels = {
    fatal: nothing,
    error: nothing,
    warn: nothing,
    info: nothing,
    debug: nothing,
    trace: nothing,
  };
  const logger = { ...levels, silent: nothing, level: 'silent', child: () => ({ ...logger }) };
  return logger as unknown as Logger;
}
