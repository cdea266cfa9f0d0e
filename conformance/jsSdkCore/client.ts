import { loadPublished } from '../publishedPackage.ts';

export interface ClientUser {
  id: string;
  created_at: number;
  has_accepted_terms: boolean;
  is_guest: boolean;
  linked_accounts: { type: string; [field: string]: unknown }[];
  mfa_methods: unknown[];
}

interface Login {
  user: ClientUser;
  is_new_user?: boolean;
}

/** Part of `js-sdk-core`'s public API that the tests use. */
interface Client {
  initialize(): Promise<void>;
  getAccessToken(): Promise<string | null>;
  getIdentityToken(): Promise<string | null>;
  user: {
    get(): Promise<{ user: ClientUser }>;
    /** Since 0.40. */
    acceptTerms?(): Promise<{ user: ClientUser }>;
    /** Since 0.50. */
    refreshUser?(): Promise<{ user: ClientUser }>;
  };
  app: { getConfig(): unknown };
  auth: {
    email: {
      sendCode(email: string): Promise<{ success: boolean }>;
      loginWithCode(email: string, code: string, mode?: 'no-signup'): Promise<Login>;
      linkWithCode(email: string, code: string): Promise<unknown>;
      unlink(email: string): Promise<unknown>;
    };
    customProvider: { syncWithToken(token: string): Promise<Login> };
    guest: { create(): Promise<Login> };
    oauth: {
      generateURL(provider: string, redirectTo: string): Promise<{ url: string }>;
      loginWithCode(code: string, stateCode: string, provider: string): Promise<Login>;
      linkWithCode(code: string, stateCode: string, provider: string): Promise<unknown>;
      unlink(provider: string, subject: string): Promise<unknown>;
    };
    phone: {
      sendCode(number: string): Promise<unknown>;
      linkWithCode(number: string, code: string): Promise<unknown>;
      unlink(number: string): Promise<unknown>;
    };
    siwe: {
      init(wallet: SiweWallet, domain: string, uri: string): Promise<{ message: string }>;
      loginWithSiwe(signature: string): Promise<Login>;
      linkWithSiwe(signature: string): Promise<unknown>;
      unlinkWallet(address: string): Promise<unknown>;
    };
    logout(): Promise<void>;
  };
  funding: {
    moonpay: {
      sign(input: {
        address: string;
        config: object;
        useSandbox?: boolean;
      }): Promise<{ signedUrl: string; externalTransactionId: string }>;
    };
    coinbase: {
      initOnRampSession(input: {
        addresses: readonly { address: string; blockchains: readonly string[] }[];
        assets: readonly string[];
      }): Promise<CoinbaseSession>;
      getStatus(partnerUserId: string): Promise<{ status: string }>;
    };
  };
}

interface CoinbaseSession {
  readonly app_id: string;
  readonly session_token: string;
  readonly partner_user_id: string;
}

interface SiweWallet {
  readonly address: string;
  readonly chainId: string;
  readonly walletClientType?: string;
  readonly connectorType?: string;
}

interface Package {
  default: new (options: Record<string, unknown>) => Client;
  getUserEmbeddedEthereumWallet(user: ClientUser): { address: string } | null;
  getCoinbaseOnRampUrl(page: {
    input: CoinbaseSession;
    amount: string;
    blockchain: string;
    asset: string;
    experience: string;
  }): { url: URL };
  toCoinbaseBlockchainFromChainId(chainId: number): string;
}

/** Tested versions: the version inside react-auth 1.99.1, and a newer one. */
export const versions = [
  { version: '0.37.1', name: '@privy-io/js-sdk-core' },
  { version: '0.76.2', name: 'js-sdk-core-newest' },
] as const;

export interface ClientApp {
  client: Client;
  exports: Package;
  storage: Map<string, unknown>;
  /** Users that the client passed to its app, one for each change. null means logged out. */
  users: (ClientUser | null)[];
}

/**
 * Opens an app that uses the client.
 *
 * @param options.storage - Storage of an app opened before, as for another tab or a reload.
 */
export async function openApp(options: {
  name: string;
  appId: string;
  url: string;
  storage?: Map<string, unknown>;
}): Promise<ClientApp> {
  const exports = await loadPublished<Package>(options.name);
  const storage = options.storage ?? new Map<string, unknown>();
  const users: (ClientUser | null)[] = [];
  const client = new exports.default({
    appId: options.appId,
    baseUrl: options.url,
    storage: {
      get: (key: string) => storage.get(key),
      put: (key: string, value: unknown) => void storage.set(key, value),
      del: (key: string) => void storage.delete(key),
      getKeys: () => [...storage.keys()],
    },
    callbacks: { setIsReady: () => {}, setUser: (user: ClientUser | null) => void users.push(user) },
  });
  return { client, exports, storage, users };
}
