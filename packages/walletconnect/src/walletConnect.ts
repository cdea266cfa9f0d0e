import type { ConnectorContext, WalletConnectorFactory } from '@latchkey/core';
import { fail } from '@latchkey/wire';
import { createConnector, type OpenClient } from './createConnector.ts';

export interface WalletConnectInput {
  /** The id of your project with the operator of the relay. @default the app's `wallet_connect_cloud_project_id` */
  readonly projectId?: string;
  /** Address of the relay, `wss:` or, on this machine, `ws:`. @default 'wss://relay.walletconnect.org' */
  readonly relayUrl?: string;
  /** What the wallet shows of your app. @default the app's name, address and logo */
  readonly metadata?: {
    readonly name?: string;
    readonly description?: string;
    /** Must be on the page's own host: wallets warn of another. */
    readonly url?: string;
    readonly icons?: readonly string[];
  };
}

/**
 * Makes WalletConnect a way to people's wallets, for `externalWallets.connectors`: a phone that reads a QR code or opens a
 * link, Safe among them. Loads nothing until someone chooses it, then WalletConnect's client, in a chunk of its own. That
 * speaks to the relay alone: no telemetry, no list of wallets, no check of the page's domain by others.
 *
 * @throws ServiceError `invalid_option` for a relay's address that is none, or an empty project id
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
  // Rows of the list that lead to a phone share one client: two with the same keys would answer each other's messages.
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
        // What failed, as a chunk that did not load, is tried again.
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
