import type { SessionTypes } from '@walletconnect/types';
import type { IWeb3Wallet } from '@walletconnect/web3wallet';
import * as Address from 'ox/Address';
import type { Hex } from 'ox/Hex';
import * as PersonalMessage from 'ox/PersonalMessage';
import * as Secp256k1 from 'ox/Secp256k1';
import * as Signature from 'ox/Signature';
import * as TypedData from 'ox/TypedData';

export interface PhoneRequest {
  readonly chainId: string;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface PhoneOptions {
  /** The relay of a sandbox (`sandbox.relayUrl`). */
  readonly relayUrl: string;
  /** Name of the wallet. @default 'Test Phone' */
  readonly name?: string;
  /** @default a random one */
  readonly privateKey?: Hex;
}

export interface Grant {
  /** Chains that the wallet supports, such as 1. @default all that the page requests */
  readonly chainIds?: readonly number[];
  /** @default all that the page requests */
  readonly methods?: readonly string[];
  /** Accounts as CAIP-10 texts, for wallets that lie. @default the phone's own on each chain */
  readonly accounts?: readonly string[];
}

/** A wallet on a phone, with third-party code (`@walletconnect/web3wallet`) and a key in place of a user. */
export interface Phone {
  readonly address: Hex;
  /** Requests of pages, in order. */
  readonly requests: readonly PhoneRequest[];
  /** Reads a QR code and resolves with its proposal. */
  scan(uri: string): Promise<PhoneProposal>;
  /** Sets the user's response to requests from now on. @default signs */
  answer(how: 'sign' | 'reject' | 'ignore' | ((request: PhoneRequest) => unknown)): void;
  /** Ends every session, like a user in the wallet. */
  endSessions(): Promise<void>;
  /** Notifies the pages of another chain or account. */
  emit(event: { readonly name: string; readonly data: unknown }, chainId: number): Promise<void>;
  /** Changes the accounts of the pages' sessions, as CAIP-10 texts. */
  update(accounts: readonly string[]): Promise<void>;
  count(): number;
  close(): Promise<void>;
}

export interface PhoneProposal {
  readonly name: string;
  readonly url: string;
  /** CAIP-2 texts of the chains that the page prefers. */
  readonly chains: readonly string[];
  readonly methods: readonly string[];
  /** Namespaces that the page requires. Wallets refuse proposals with any that they lack. */
  readonly required: readonly string[];
  approve(grant?: Grant): Promise<void>;
  reject(): Promise<void>;
}

/** Opens a phone at a relay. Its client is older than our connector's. */
export async function createPhone({
  relayUrl,
  name = 'Test Phone',
  ...options
}: PhoneOptions): Promise<Phone> {
  // Loaded here, because many tests import the testkit and few use a phone.
  const [{ Core }, { Web3Wallet }] = await Promise.all([
    import('phone-core'),
    import('@walletconnect/web3wallet'),
  ]);
  const privateKey = options.privateKey ?? Secp256k1.randomPrivateKey();
  const address = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }), { checksum: true });
  const core = new Core({
    projectId: 'phone',
    relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    storage: inMemory(),
  });
  // Prevents requests to hosts other than the relay.
  core.verify.resolve = async () => ({ origin: '' });
  core.eventClient.init = async () => {};
  const metadata = {
    name,
    description: '',
    url: 'https://phone.example',
    icons: ['https://phone.example/icon.png'],
  };
  const wallet: IWeb3Wallet = await Web3Wallet.init({ core: core as never, metadata });
  const requests: PhoneRequest[] = [];
  let how: Parameters<Phone['answer']>[0] = 'sign';

  wallet.on('session_request', ({ id, topic, params: { chainId, request } }) => {
    const asked: PhoneRequest = { chainId, method: request.method, params: request.params };
    requests.push(asked);
    if (how === 'ignore') return;
    const answer =
      how === 'reject'
        ? { error: { code: 5000, message: 'User rejected.' } }
        : { result: how === 'sign' ? sign(asked, privateKey) : how(asked) };
    void wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } });
  });

  const sessions = () => Object.values(wallet.getActiveSessions());
  const toNamespaces = (
    accounts: readonly string[],
    methods: readonly string[],
  ): SessionTypes.Namespaces => ({
    eip155: {
      chains: [...new Set(accounts.map((account) => account.split(':').slice(0, 2).join(':')))],
      accounts: [...accounts],
      methods: [...methods],
      events: ['accountsChanged', 'chainChanged'],
    },
  });

  return {
    address,
    requests,
    async scan(uri) {
      const proposed = new Promise<PhoneProposal>((resolve) => {
        wallet.once('session_proposal', ({ id, params }) => {
          const { proposer, optionalNamespaces, requiredNamespaces } = params;
          const asked = optionalNamespaces.eip155;
          const chains = asked?.chains ?? [];
          const methods = asked?.methods ?? [];
          resolve({
            name: proposer.metadata.name,
            url: proposer.metadata.url,
            chains,
            methods,
            required: Object.keys(requiredNamespaces),
            async approve(grant = {}) {
              const on = grant.chainIds?.map((chainId) => `eip155:${chainId}`) ?? chains;
              const accounts = grant.accounts ?? on.map((chain) => `${chain}:${address}`);
              await wallet.approveSession({
                id,
                namespaces: toNamespaces(accounts, grant.methods ?? methods),
              });
            },
            reject: () => wallet.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } }),
          });
        });
      });
      await wallet.pair({ uri });
      return proposed;
    },
    answer(next) {
      how = next;
    },
    async endSessions() {
      const reason = { code: 6000, message: 'User disconnected.' };
      for (const { topic } of sessions()) await wallet.disconnectSession({ topic, reason });
    },
    async emit(event, chainId) {
      for (const { topic } of sessions()) {
        await wallet.emitSessionEvent({ topic, event, chainId: `eip155:${chainId}` });
      }
    },
    async update(accounts) {
      for (const { topic, namespaces } of sessions()) {
        const methods = namespaces.eip155?.methods ?? [];
        await (
          await wallet.updateSession({ topic, namespaces: toNamespaces(accounts, methods) })
        ).acknowledged();
      }
    },
    count: () => sessions().length,
    async close() {
      core.heartbeat.stop();
      await core.relayer.transportClose();
    },
  };
}

function sign({ method, params: [first, second] }: PhoneRequest, privateKey: Hex): Hex {
  if (method === 'personal_sign') {
    const payload = PersonalMessage.getSignPayload(first as Hex);
    return Signature.toHex(Secp256k1.sign({ payload, privateKey }));
  }
  if (method === 'eth_signTypedData_v4') {
    const typed = (typeof second === 'string' ? JSON.parse(second) : second) as TypedData.Definition;
    return Signature.toHex(Secp256k1.sign({ payload: TypedData.getSignPayload(typed), privateKey }));
  }
  // Other methods are not signed. A fixed answer shows that the request arrived.
  return `0x${'11'.repeat(32)}`;
}

/** In-memory storage of the wallet, kept while it is open. */
function inMemory() {
  const kept = new Map<string, string>();
  const read = (key: string) => JSON.parse(kept.get(key) ?? 'null') ?? undefined;
  return {
    getKeys: async () => [...kept.keys()],
    getEntries: async <T>() => [...kept.keys()].map((key) => [key, read(key)] as [string, T]),
    getItem: async (key: string) => read(key),
    setItem: async (key: string, value: unknown) => void kept.set(key, JSON.stringify(value)),
    removeItem: async (key: string) => void kept.delete(key),
  };
}
