import { loadPublished } from '../publishedPackage.ts';
import { appId, type ReachableService } from '../service.ts';

/** A user as this client hands it to its app: the wire's object, untouched. */
export interface ClientUser {
  id: string;
  created_at: number;
  has_accepted_terms: boolean;
  is_guest: boolean;
  linked_accounts: { type: string; address?: string; [field: string]: unknown }[];
  mfa_methods: unknown[];
}

interface Session {
  user: ClientUser;
  token: string;
  is_new_user?: boolean;
  session_update_action: string;
}

/** What the tests use of `js-sdk-core`'s public API. */
interface Client {
  initialize(): Promise<void>;
  setMessagePoster(poster: { postMessage(message: unknown): void; reload(): void }): void;
  getAccessToken(): Promise<string | null>;
  getIdentityToken(): Promise<string | null>;
  user: { get(): Promise<{ user: ClientUser }>; acceptTerms?(): Promise<{ user: ClientUser }> };
  app: { getConfig(): Promise<Record<string, unknown>> };
  auth: {
    email: {
      sendCode(email: string): Promise<{ success: boolean }>;
      loginWithCode(email: string, code: string, mode?: 'no-signup'): Promise<Session>;
    };
    guest: { create(): Promise<Session> };
    phone: { sendCode(number: string): Promise<unknown> };
    logout(options?: { userId?: string }): Promise<void>;
  };
}

interface Package {
  default: new (options: Record<string, unknown>) => Client;
  getUserEmbeddedEthereumWallet(user: ClientUser | null): { address: string } | null;
}

/** An app's use of the client: the client itself, what it stores and what it tells its app. */
export interface ClientOfApp {
  client: Client;
  package: Package;
  storage: Map<string, unknown>;
  /** The user after each change, null for signed out. */
  users: (ClientUser | null)[];
}

/** The versions that are run: the one of react-auth 1.99.1, and the newest. */
export const versions = [
  { version: '0.37.1', name: '@privy-io/js-sdk-core' },
  { version: '0.76.2', name: 'js-sdk-core-newest' },
] as const;

/** Makes a client as an app does. With the storage of another it is the same app, opened again. */
export async function createClient(
  name: string,
  service: ReachableService,
  storage = new Map<string, unknown>(),
): Promise<ClientOfApp> {
  const exports = await loadPublished<Package>(name);
  const users: (ClientUser | null)[] = [];
  const client = new exports.default({
    appId,
    baseUrl: service.url,
    storage: {
      get: (key: string) => storage.get(key),
      put: (key: string, value: unknown) => void storage.set(key, value),
      del: (key: string) => void storage.delete(key),
      getKeys: () => [...storage.keys()],
    },
    crypto: globalThis.crypto,
    callbacks: { setIsReady: () => {}, setUser: (user: ClientUser | null) => void users.push(user) },
  });
  return { client, package: exports, storage, users };
}
