import { ServiceError } from '@latchkey/wire';
import type { Connection, Connector, ConnectorType, SolanaOperations } from '../../connector.ts';
import { notify } from '../../store.ts';
import { attempt, isSolanaForm } from './claims.ts';
import { markOwn } from './fromWalletError.ts';
import {
  type ExternalStandardAccount,
  findFeature,
  type StandardFeatures,
  type StandardWallet,
} from './standard.ts';

export interface SolanaConnectorParts {
  readonly wallet: StandardWallet;
  readonly connectorType: ConnectorType;
  /** True if the wallet prompts even for a silent connection. */
  readonly ignoresSilent: boolean;
}

/** Creates the connector of a Solana wallet in the page (Wallet Standard). */
export function createSolana({ wallet, connectorType, ignoresSilent }: SolanaConnectorParts): Connector {
  const listeners = new Set<(connection: Connection | null) => void>();
  let stop: (() => void) | null = null;

  const read = (): Connection => ({
    accounts: listAccounts(wallet).map(({ address }) => ({ chainType: 'solana' as const, address })),
    chainId: null,
  });
  function listen(): void {
    const events = findFeature(wallet, 'standard:events');
    stop ??= attempt(() => events?.on('change', () => notify(listeners, read()))) ?? null;
  }
  const connect = async (silent: boolean) => {
    await findFeature(wallet, 'standard:connect')?.connect(silent ? { silent } : {});
    listen();
    return read();
  };

  return {
    connectorType,
    async connect() {
      const connection = await connect(false);
      if (connection.accounts.length === 0) refuse('The wallet has no account of Solana');
      return connection;
    },
    async reconnect() {
      listen();
      const before = read();
      if (before.accounts.length > 0) return before;
      if (ignoresSilent) return null;
      const connection = await connect(true);
      return connection.accounts.length > 0 ? connection : null;
    },
    async disconnect() {
      attempt(() => stop?.());
      stop = null;
      await Promise.resolve(attempt(() => findFeature(wallet, 'standard:disconnect')?.disconnect())).catch(
        () => {},
      );
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getEthereum: async () => null,
    getSolana: async () => operationsOf(wallet),
  };
}

/** Lists the wallet's Solana accounts. Returns the wallet's own objects, because its methods accept no others. */
function listAccounts(wallet: StandardWallet): readonly ExternalStandardAccount[] {
  const claims = attempt(() => [...wallet.accounts].slice(0, 100)) ?? [];
  return claims.filter(
    (account) => attempt(() => isSolanaForm(account.address) && isOfSolana(account)) === true,
  );
}

const isOfSolana = ({ chains }: ExternalStandardAccount) =>
  !chains || chains.some((chain) => chain.startsWith('solana:'));

function operationsOf(wallet: StandardWallet): SolanaOperations {
  const accountOf = (address: string) =>
    listAccounts(wallet).find((account) => account.address === address) ??
    refuse('The wallet changed its account');
  const need = <Name extends keyof StandardFeatures>(name: Name): StandardFeatures[Name] =>
    findFeature(wallet, name) ?? refuse(`The wallet has no ${name}`);
  const operations: SolanaOperations = {
    async signMessage(address, message) {
      const account = accountOf(address);
      const [output] = await need('solana:signMessage').signMessage({ account, message });
      return bytesOf(output, 'signature', 64);
    },
    async signTransaction(address, transaction, chain) {
      const account = accountOf(address);
      const input = { account, transaction, chain };
      const [output] = await need('solana:signTransaction').signTransaction(input);
      return bytesOf(output, 'signedTransaction');
    },
    async signAndSendTransaction(address, transaction, chain) {
      const account = accountOf(address);
      const input = { account, transaction, chain };
      const [output] = await need('solana:signAndSendTransaction').signAndSendTransaction(input);
      return bytesOf(output, 'signature', 64);
    },
  };
  if (!findFeature(wallet, 'solana:signIn')) return operations;
  return {
    ...operations,
    async signIn(input) {
      const [output] = await need('solana:signIn').signIn(input);
      const address: unknown = (output as { account?: { address?: unknown } } | undefined)?.account?.address;
      if (!isSolanaForm(address)) refuse('The wallet signed in no account');
      return {
        address,
        signedMessage: bytesOf(output, 'signedMessage'),
        signature: bytesOf(output, 'signature', 64),
      };
    },
  };
}

const longestAnswer = 8192;

/** Reads bytes from an answer, which may be anything. */
function bytesOf(output: unknown, name: string, length?: number): Uint8Array {
  const bytes = (output as Record<string, unknown> | null | undefined)?.[name];
  // Not checked with `instanceof`, because a wallet's bytes may come from another realm.
  const isBytes = ArrayBuffer.isView(bytes) && (length ?? bytes.byteLength) === bytes.byteLength;
  if (!isBytes || bytes.byteLength === 0 || bytes.byteLength > longestAnswer)
    refuse('The wallet answered with no signature');
  return new Uint8Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

function refuse(message: string): never {
  throw markOwn(new ServiceError('generic_connect_wallet_error', { message }));
}
