import { fromBase58, toBase58 } from '@latchkey/frame/readable';
import { createTestClient, type TestClient, type TestService } from '@latchkey/testkit';
import type { FrameErrorType, FrameEvent, FrameRequest } from '@latchkey/wire';
import { ed25519 } from '@noble/curves/ed25519.js';
import type { HostConfig } from '../../../index.ts';

type Data = Record<string, unknown> & { request?: { params: { message: string } } };
type Answer = { data: object } | { error: { type: FrameErrorType; message: string } };

interface Options {
  readonly config?: HostConfig;
  /** Answers a JSON-RPC request to the host's Solana node. */
  readonly node?: (request: { method: string; params: unknown[] }) => object;
  /** Answers raw JSON-RPC texts to the host's Solana node. If it throws, the connection breaks. */
  readonly cluster?: { respond(text: string): Promise<string> };
  /** Additional linked accounts that the service lists. */
  readonly accounts?: object[];
}

/** A client, the requests to its frame except pings, and answers that replace the regular ones, each used once. */
interface SolanaClient extends TestClient {
  readonly heard: FrameRequest[];
  readonly instead: Map<FrameEvent, Answer>;
  enter(): Promise<void>;
}

/** Key of the scripted wallet: RFC 8032, test 1. */
const secret = Uint8Array.from(
  Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'),
);
export const solanaKey = ed25519.getPublicKey(secret);
export const solanaAddress = toBase58(solanaKey);
/** Returns the expected signature of the scripted wallet, in base58. */
export const solanaSignature = (bytes: Uint8Array) => toBase58(ed25519.sign(bytes, secret));

export const embedded = (chain: 'ethereum' | 'solana', address: string, recovery = 'privy') => ({
  type: 'wallet',
  address,
  chain_type: chain,
  wallet_client: 'privy',
  wallet_client_type: 'privy',
  connector_type: 'embedded',
  recovery_method: recovery,
  wallet_index: 0,
  imported: false,
  delegated: false,
  verified_at: 1,
  first_verified_at: 1,
  latest_verified_at: 1,
});

const unsigned = new Uint8Array(64);
/** Serialises an unsigned legacy transaction: the wallet sends lamports to a key whose bytes are all 1. */
export function transferOf(lamports: bigint, blockhash: string): Uint8Array {
  const keys = [...solanaKey, ...new Uint8Array(32).fill(1), ...new Uint8Array(32)];
  const amount = Array.from({ length: 8 }, (_, at) => Number((lamports >> BigInt(8 * at)) & 0xffn));
  const call = [1, 2, 2, 0, 1, 12, 2, 0, 0, 0, ...amount];
  return Uint8Array.from([1, ...unsigned, 1, 0, 1, 3, ...keys, ...(fromBase58(blockhash) ?? []), ...call]);
}

let people = 0;

/**
 * Creates a client of a real service with a scripted frame, which signs with one Solana key. The service's users get
 * the accounts that the frame would have registered.
 */
export async function createSolanaClient(
  service: TestService,
  { config, node, cluster, accounts = [] }: Options = {},
): Promise<SolanaClient> {
  const heard: FrameRequest[] = [];
  const instead = new Map<FrameEvent, Answer>();
  const answers: Partial<Record<FrameEvent, (data: Data) => Answer>> = {
    'privy:iframe:ready': () => ({ data: {} }),
    'privy:mfa:clear': () => ({ data: {} }),
    'privy:solana-wallet:create': () => {
      accounts.push(embedded('solana', solanaAddress));
      return { data: { publicKey: solanaAddress } };
    },
    'privy:wallets:connect': ({ entropyId }) => ({ data: { entropyId } }),
    'privy:wallets:recover': ({ entropyId }) => ({ data: { entropyId } }),
    'privy:wallets:rpc': ({ request }) => {
      const message = Buffer.from(request?.params.message ?? '', 'base64');
      const signature = Buffer.from(ed25519.sign(message, secret)).toString('base64');
      return {
        data: {
          address: solanaAddress,
          chainType: 'solana',
          response: { method: 'signMessage', data: { signature } },
        },
      };
    },
  };
  const test = createTestClient(service, {
    ...(config ? { config } : {}),
    page: {
      frame(message, frame) {
        const { id, event, data } = message as FrameRequest;
        if (event !== 'privy:iframe:ready') heard.push(message as FrameRequest);
        const given = instead.get(event);
        instead.delete(event);
        frame.post({ id, event, ...(given ?? answers[event]?.(data as Data)) });
      },
    },
    async network(request, forward) {
      if (node && !request.url.startsWith(service.config.url)) {
        return Response.json({ jsonrpc: '2.0', id: 1, ...node(await request.json()) });
      }
      if (cluster && !request.url.startsWith(service.config.url)) {
        return new Response(await cluster.respond(await request.text()));
      }
      const response = await forward();
      const body = await response.clone().json();
      if (!body?.user) return response;
      body.user.linked_accounts.push(...accounts);
      return Response.json(body, response);
    },
  });
  await test.client.start();
  return {
    ...test,
    heard,
    instead,
    async enter() {
      people += 1;
      await test.logIn(`solana-${people}@company.example`);
    },
  };
}
