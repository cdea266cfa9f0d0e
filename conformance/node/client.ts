import { loadPublished } from '../publishedPackage.ts';

export interface NodeUser {
  id: string;
  custom_metadata?: Record<string, unknown>;
  linked_accounts: { type: string; [field: string]: unknown }[];
}

interface AllowlistEntry {
  id: string;
  type: string;
  value: string;
}

interface Users {
  _get(id: string): Promise<NodeUser>;
  get(input: { id_token: string }): Promise<NodeUser>;
  list(query?: { limit?: number }): AsyncIterable<NodeUser>;
  search(filter: Record<string, unknown>): Promise<{ data: NodeUser[]; next_cursor: string | null }>;
  create(input: {
    linked_accounts: readonly object[];
    custom_metadata?: Record<string, unknown>;
    wallets?: { chain_type: string }[];
  }): Promise<NodeUser>;
  delete(id: string): Promise<void>;
  setCustomMetadata(id: string, body: { custom_metadata: Record<string, unknown> }): Promise<NodeUser>;
  unlinkLinkedAccount(id: string, body: { type: string; handle: string }): Promise<NodeUser>;
  pregenerateWallets(id: string, body: { wallets: { chain_type: string }[] }): Promise<NodeUser>;
  getByEmailAddress(body: { address: string }): Promise<NodeUser>;
  getByPhoneNumber(body: { number: string }): Promise<NodeUser>;
  getByWalletAddress(body: { address: string }): Promise<NodeUser>;
  getBySmartWalletAddress(body: { address: string }): Promise<NodeUser>;
  getByFarcasterID(body: { fid: number }): Promise<NodeUser>;
  getByDiscordUsername(body: { username: string }): Promise<NodeUser>;
  getByGitHubUsername(body: { username: string }): Promise<NodeUser>;
  getByTwitterUsername(body: { username: string }): Promise<NodeUser>;
  getByTwitterSubject(body: { subject: string }): Promise<NodeUser>;
  getByTelegramUserID(body: { telegram_user_id: string }): Promise<NodeUser>;
  getByTelegramUsername(body: { username: string }): Promise<NodeUser>;
  getByCustomAuthID(body: { custom_user_id: string }): Promise<NodeUser>;
}

export interface NodeClient {
  users(): Users;
  apps(): {
    getSettings(): Promise<Record<string, unknown>>;
    getAllowlist(): Promise<AllowlistEntry[]>;
    inviteToAllowlist(entry: { type: string; value: string }): Promise<AllowlistEntry>;
    removeFromAllowlist(entry: { type: string; value: string }): Promise<AllowlistEntry>;
    getTestAccessToken(account?: { email: string }): Promise<{ access_token: string }>;
  };
  utils(): {
    auth(): {
      verifyAccessToken(token: string): Promise<Record<string, unknown>>;
      verifyIdentityToken(token: string): Promise<NodeUser>;
    };
  };
  webhooks(): {
    verify(input: { payload: string; headers: Record<string, string>; signing_secret: string }): {
      type: string;
      [field: string]: unknown;
    };
  };
}

interface Package {
  PrivyClient: new (options: { appId: string; appSecret: string; apiUrl: string }) => NodeClient;
}

export async function createNodeClient(options: {
  appId: string;
  appSecret: string;
  url: string;
}): Promise<NodeClient> {
  const { PrivyClient } = await loadPublished<Package>('@privy-io/node');
  return new PrivyClient({ appId: options.appId, appSecret: options.appSecret, apiUrl: options.url });
}
