import type { ConnectorContext } from '@latchkey/core';
import { Core } from '@walletconnect/core';
import { SignClient } from '@walletconnect/sign-client';
import type { CoreTypes, SignClientTypes } from '@walletconnect/types';
import { createStorage } from './createStorage.ts';
import type { WalletConnectInput } from './walletConnect.ts';
import { walletError } from './walletError.ts';

/** WalletConnect's own client, quiet: it speaks to the relay and to no other address. */
export type WalletConnectClient = Awaited<ReturnType<typeof openClient>>;

/**
 * Opens WalletConnect's client with what it kept. It connects to the relay by itself, where it has sessions.
 *
 * @throws an error with code 4900 without a project id
 */
export async function openClient(
  { metadata, projectId: own, relayUrl }: WalletConnectInput,
  context: ConnectorContext,
) {
  const projectId = own ?? context.walletConnectProjectId;
  if (!projectId) throw walletError('disconnected', 'WalletConnect has no project id');
  // A name of our own: the library shares one core among all of a page that take the same.
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
  // Each request would load a page of theirs in a frame, which tells them who uses which wallet on which site.
  core.verify.register = async () => undefined;
  core.eventClient.init = async () => {};
  const { app } = context;
  return SignClient.init({
    // Its own two types differ in what may be left out.
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

/** The library keeps its core on `globalThis`, where any script of the page would find the keys of all sessions. */
function forgetGlobals(prefix: string): void {
  for (const name of [`_walletConnectCore_${prefix}`, `_walletConnectCore_${prefix}_count`]) {
    Reflect.deleteProperty(globalThis, name);
  }
}

type Logger = Exclude<CoreTypes.Options['logger'], string | undefined>;

/** The library's logger writes to the console, and keeps a log of its own to be downloaded. */
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
