import type { ConnectorContext, WalletConnectorFactory } from '@latchkey/core';
import { fail } from '@latchkey/wire';
import { createConnector, type OpenClient } from './createConnector.ts';

export interface WalletConnectInput {
  /** Id of your project at the operator of the relay. @default the app's `wallet_connect_cloud_project_id` */
  readonly projectId?: string;
  /** URL of the relay, `wss:` or, on this machine, `ws:`. @default 'wss://relay.walletconnect.org' */
  readonly relayUrl?: string;
  /** App data that the wallet shows. @default the app's name, address and logo */
  readonly metadata?: {
    readonly name?: string;
    readonly description?: string;
    /** Must be on the page's own host, because wallets warn about another host. */
    readonly url?: string;
    readonly icons?: readonly string[];
  };
}

/**
 * Creates the connector factory for WalletConnect, for `externalWallets.connectors`: wallets that read a QR code or
 * open a link, including Safe. WalletConnect's client loads as a separate chunk with the first connection. It connects
 * to the relay, without telemetry, a wallet list or a domain check by third parties.
 *
 * @throws ServiceError `invalid_option` for an invalid relay URL or an empty project id
 * @example
 * createClient({ appId, config: { externalWallets: { connectors: [walletConnect()] } } });
 */
export function walletConnect(input: WalletConnectInput = {}): WalletConnectorFactory {
  const { projectId, relayUrl } = input;
  if (relayUrl !== undefined && !isRelay(relayUrl)) {
    fail('invalid_option', {
      message: 'walletConnect: relayUrl must begin with wss://, or ws:// on this machine',
    });
  }
  if (projectId === '') fail('invalid_option', { message: 'walletConnect: projectId is empty' });
  // All rows that lead to a phone share one client, because two with the same keys would answer each other's
  // messages.
  const opened = new Map<string, ReturnType<OpenClient>>();
  return {
    id: 'wallet_connect',
    connectorType: 'wallet_connect_v2',
    create(context) {
      warnOfNoProject(input, context);
      return createConnector(context, () => {
        const before = opened.get(context.storagePrefix);
        if (before) return before;
        const opening = import('./openClient.ts').then(async ({ openClient }) => ({
          client: await openClient(input, context),
          asking: 0,
          unanswered: null,
        }));
        opened.set(context.storagePrefix, opening);
        // A failure, such as a chunk that did not load, is retried.
        opening.catch(() => opened.delete(context.storagePrefix));
        return opening;
      });
    },
  };
}

function isRelay(text: string): boolean {
  try {
    const { protocol, hostname } = new URL(text);
    const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
    return protocol === 'wss:' || (protocol === 'ws:' && isHere);
  } catch {
    return false;
  }
}

function warnOfNoProject(
  { projectId }: WalletConnectInput,
  { environment, ...context }: ConnectorContext,
): void {
  if (projectId ?? context.walletConnectProjectId) return;
  if (environment.isDevelopment) {
    environment.warn(
      "walletConnect() has no project id, so no wallet can be reached. Pass `projectId`, or set the app's wallet_connect_cloud_project_id.",
    );
  }
}
