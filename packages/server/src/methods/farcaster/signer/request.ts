import { fail } from '@latchkey/wire';
import * as Secp256k1 from 'ox/Secp256k1';
import * as Signature from 'ox/Signature';
import * as TypedData from 'ox/TypedData';
import { describeError } from '../../../http/index.ts';
import { fetchJson, type JsonAnswer } from '../../../outbound/index.ts';
import type { World } from '../../../world.ts';

type Hex = `0x${string}`;

/** Farcaster account with which an app requests signers. */
export interface AppAccount {
  readonly fid: number;
  /** Private key of the address that holds the account, 0x and 64 hex digits. */
  readonly custodyKey: Hex;
}

interface Wanted {
  readonly publicKey: Hex;
  /** Time until which the user may approve the key, Unix seconds. */
  readonly deadlineS: number;
}

/**
 * Client of Farcaster's own API, which names the page where a user approves a signer. The API can report a rejection.
 * Only the chain decides if a signer is approved.
 */
export interface SignerRequests {
  /**
   * Requests a signer in the name of the app's account.
   * @returns Farcaster's token of the request, and the page where the user approves it
   * @throws ServiceError `service_unavailable`
   */
  open(account: AppAccount, wanted: Wanted): Promise<{ token: string; approvalUrl: string }>;
  /**
   * Returns true if the user rejected a request, or if the request no longer exists. Returns false if the API does not
   * answer. Never rejects.
   */
  isOver(token: string): Promise<boolean>;
}

/** https://docs.farcaster.xyz/reference/contracts/reference/signed-key-request-validator */
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

/** Creates the client. https://docs.farcaster.xyz/reference/client/signer-requests */
export function createSignerRequests(world: Pick<World, 'config' | 'fetch' | 'log'>): SignerRequests {
  const { farcasterApiUrl: url } = world.config;

  function unavailable(reason: object): never {
    world.log.error({ reason }, 'Farcaster does not take a request for a signer');
    return fail('service_unavailable');
  }

  return {
    async open({ fid, custodyKey }, { publicKey, deadlineS }) {
      const signature = sign(custodyKey, {
        requestFid: BigInt(fid),
        key: publicKey,
        deadline: BigInt(deadlineS),
      });
      const body = { key: publicKey, requestFid: fid, signature, deadline: deadlineS };
      const { status, json } = await fetchJson(world, `${url}/v2/signed-key-requests`, {
        method: 'POST',
        body,
      }).catch((error: unknown) => unavailable(describeError(error)));
      const { token, deeplinkUrl } = readRequest(json) ?? {};
      if (status >= 300 || typeof token !== 'string' || token.length > 512 || !isLink(deeplinkUrl, url))
        return unavailable({ status });
      return { token, approvalUrl: deeplinkUrl };
    },

    async isOver(token) {
      const address = `${url}/v2/signed-key-request?token=${encodeURIComponent(token)}`;
      try {
        const { status, json } = await fetchJson(world, address, { method: 'GET' });
        return status === 404 || readRequest(json)?.state === 'rejected';
      } catch (error) {
        world.log.warn({ reason: describeError(error) }, 'Farcaster does not say what became of a signer');
        return false;
      }
    },
  };
}

function sign(
  privateKey: Hex,
  message: { readonly requestFid: bigint; readonly key: Hex; readonly deadline: bigint },
): Hex {
  const payload = TypedData.getSignPayload({ domain, types, primaryType: 'SignedKeyRequest', message });
  return Signature.toHex(Secp256k1.sign({ payload, privateKey }));
}

function readRequest(json: JsonAnswer['json']): Readonly<Record<string, unknown>> | null {
  const request = toObject(toObject(json?.result)?.signedKeyRequest);
  return request ?? null;
}

const toObject = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;

/**
 * Returns true if a page may show the address as a link. A malicious API could send one that runs script in the
 * page, such as `javascript:`.
 */
function isLink(text: unknown, apiUrl: string): text is string {
  if (typeof text !== 'string' || text.length > 2_048 || !URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'farcaster:' || protocol === new URL(apiUrl).protocol;
}
