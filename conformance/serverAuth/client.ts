import { loadPublished } from '../publishedPackage.ts';

export interface ServerUser {
  id: string;
  createdAt: Date;
  isGuest: boolean;
  customMetadata?: Record<string, unknown>;
  linkedAccounts: { type: string; [field: string]: unknown }[];
  email?: { address: string };
  wallet?: { address: string };
}

interface AllowlistEntry {
  id: string;
  type: string;
  value: string;
}

export interface ServerAuthClient {
  getUser(user: string | { idToken: string }): Promise<ServerUser>;
  getUsers(filter?: string | Record<string, readonly string[]>): Promise<ServerUser[]>;
  getUserByEmail(address: string): Promise<ServerUser | null>;
  getUserByPhoneNumber(number: string): Promise<ServerUser | null>;
  getUserByWalletAddress(address: string): Promise<ServerUser | null>;
  getUserBySmartWalletAddress(address: string): Promise<ServerUser | null>;
  getUserByFarcasterId(fid: number): Promise<ServerUser | null>;
  getUserByDiscordUsername(username: string): Promise<ServerUser | null>;
  getUserByGithubUsername(username: string): Promise<ServerUser | null>;
  getUserByTwitterUsername(username: string): Promise<ServerUser | null>;
  getUserByTwitterSubject(subject: string): Promise<ServerUser | null>;
  getUserByTelegramUserId(id: string): Promise<ServerUser | null>;
  getUserByTelegramUsername(username: string): Promise<ServerUser | null>;
  getUserByCustomAuthId(id: string): Promise<ServerUser | null>;
  importUser(input: {
    linkedAccounts: readonly object[];
    customMetadata?: Record<string, unknown>;
    createEthereumWallet?: boolean;
  }): Promise<ServerUser>;
  createWallets(input: { userId: string; createEthereumWallet: boolean }): Promise<ServerUser>;
  deleteUser(id: string): Promise<void>;
  setCustomMetadata(id: string, metadata: Record<string, unknown>): Promise<ServerUser>;
  getAppSettings(): Promise<Record<string, unknown>>;
  getAllowlist(): Promise<AllowlistEntry[]>;
  inviteToAllowlist(entry: { type: string; value: string }): Promise<AllowlistEntry>;
  removeFromAllowlist(entry: { type: string; value: string }): Promise<AllowlistEntry>;
  getTestAccessToken(account?: { email: string }): Promise<{ accessToken: string }>;
  verifyAuthToken(token: string): Promise<Record<string, unknown>>;
  verifyWebhook(payload: object, headers: Record<string, string>, secret: string): Promise<unknown>;
}

interface Package {
  PrivyClient: new (appId: string, appSecret: string, options: { apiURL: string }) => ServerAuthClient;
}

export async function createServerAuth(options: {
  appId: string;
  appSecret: string;
  url: string;
}): Promise<ServerAuthClient> {
  const { PrivyClient } = await loadPublished<Package>('@privy-io/server-auth');
  return new PrivyClient(options.appId, options.appSecret, { apiURL: options.url });
}
