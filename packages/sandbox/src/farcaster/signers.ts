import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import * as AbiFunction from 'ox/AbiFunction';
import type { Hex } from 'ox/Hex';
import * as TypedData from 'ox/TypedData';
import type { Chain } from '../chain/index.ts';
import { isSignatureOf } from './people.ts';
import { custodyOf, idRegistry } from './registries.ts';

export interface SignerRequest {
  readonly key: Hex;
  /** Account of the app that makes the request. */
  readonly requestFid: number;
}

interface Kept extends SignerRequest {
  readonly deadlineMs: number;
  state: 'pending' | 'completed' | 'rejected';
  userFid: number | null;
}

export interface SignerRequests {
  /** Returns a request. Null if it is unknown, answered or expired. */
  find(token: string): SignerRequest | null;
  /** Records the account that the key was added to, or null for a rejection. */
  settle(token: string, userFid: number | null): void;
  /** Deletes a request, as if it had expired. */
  expire(token: string): void;
}

/**
 * EIP-712 domain of a request.
 * https://docs.farcaster.xyz/reference/contracts/reference/signed-key-request-validator
 */
const domain = {
  name: 'Farcaster SignedKeyRequestValidator',
  version: '1',
  chainId: 10,
  verifyingContract: '0x00000000FC700472606ED4fA22623Acf62c60553',
} as const;
const types = {
  SignedKeyRequest: [
    { name: 'requestFid', type: 'uint256' },
    { name: 'key', type: 'bytes' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

const isHex = (value: unknown, bytes: number): value is Hex =>
  typeof value === 'string' && new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`).test(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/**
 * Creates Farcaster's API for signers under `/farcaster/api/v2`. It accepts requests signed by the owner of the
 * requesting account, as recorded on the chain. https://docs.farcaster.xyz/reference/client/signer-requests
 */
export function createSigners(
  now: () => number,
  { chain, prepare }: { chain: Chain; prepare: () => Promise<unknown> },
): { routes: Hono; requests: SignerRequests } {
  const kept = new Map<string, Kept>();
  const routes = new Hono();
  const find = (token: string) => {
    const request = kept.get(token);
    return request && now() < request.deadlineMs ? request : null;
  };

  async function isSigned(request: SignerRequest & { signature: Hex; deadline: number }): Promise<boolean> {
    await prepare();
    const { deadline, key, requestFid, signature } = request;
    const data = AbiFunction.encodeData(custodyOf, [BigInt(requestFid)]);
    const held = (await chain.request('eth_call', [{ to: idRegistry.address, data }, 'latest'])) as Hex;
    const message = { requestFid: BigInt(requestFid), key, deadline: BigInt(deadline) };
    const payload = TypedData.getSignPayload({ domain, types, primaryType: 'SignedKeyRequest', message });
    return isSignatureOf(AbiFunction.decodeResult(custodyOf, held), { payload, signature });
  }

  const toJson = (token: string, request: Kept, origin: string) => ({
    result: {
      signedKeyRequest: {
        token,
        key: request.key,
        requestFid: request.requestFid,
        state: request.state,
        deeplinkUrl: `${origin}/farcaster/signer?token=${token}`,
        isSponsored: false,
        ...(request.userFid === null ? {} : { userFid: request.userFid }),
      },
    },
  });

  routes.post('/farcaster/api/v2/signed-key-requests', async (context) => {
    const body: Record<string, unknown> = await context.req.json().catch(() => ({}));
    const { deadline, key, requestFid, signature } = body;
    const refuse = (message: string) => context.json({ errors: [{ message }] }, 400);
    if (!isHex(key, 32) || !isHex(signature, 65) || !isCount(requestFid) || !isCount(deadline))
      return refuse('Invalid request');
    if (deadline * 1000 <= now()) return refuse('The deadline has passed');
    if (!(await isSigned({ deadline, key, requestFid, signature }))) return refuse('Invalid signature');
    const token = randomUUID();
    const request: Kept = { key, requestFid, deadlineMs: deadline * 1000, state: 'pending', userFid: null };
    kept.set(token, request);
    return context.json(toJson(token, request, new URL(context.req.url).origin), 200);
  });

  routes.get('/farcaster/api/v2/signed-key-request', (context) => {
    const token = context.req.query('token') ?? '';
    const request = find(token);
    if (!request) return context.json({ errors: [{ message: 'No such request' }] }, 404);
    return context.json(toJson(token, request, new URL(context.req.url).origin), 200);
  });

  return {
    routes,
    requests: {
      find: (token) => {
        const request = find(token);
        return request?.state === 'pending' ? request : null;
      },
      settle(token, userFid) {
        const request = kept.get(token);
        if (!request) return;
        request.state = userFid === null ? 'rejected' : 'completed';
        request.userFid = userFid;
      },
      expire: (token) => void kept.delete(token),
    },
  };
}
