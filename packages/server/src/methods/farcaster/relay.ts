import { fail } from '@latchkey/wire';
import { describeError } from '../../http/index.ts';
import { fetchJson, type JsonAnswer } from '../../outbound/index.ts';
import type { World } from '../../world.ts';
import { type Profile, readProfile } from './profile.ts';

/** Answer of the Farcaster app over a channel. Only the signature proves something; the profile is a claim. */
export interface Approval {
  readonly message: string;
  readonly signature: string;
  readonly fid: number;
  readonly profile: Profile;
}

/** Server between this service and the Farcaster app on a user's phone. */
export interface Relay {
  /**
   * Opens a channel.
   * @returns the relay's own token, and the address that opens the Farcaster app
   * @throws ServiceError `service_unavailable`
   */
  open(request: {
    siweUri: string;
    domain: string;
    nonce: string;
    redirectUrl?: string;
  }): Promise<{ token: string; uri: string }>;
  /**
   * Returns the answer of a channel. Returns null while there is none, and `gone` if the relay no longer knows the
   * channel. The relay returns an answer only once.
   * @throws ServiceError `service_unavailable`
   */
  request(token: string): Promise<Approval | 'gone' | null>;
}

/** Longest message and signature, as in the wire protocol. */
const mostMessage = 8_192;
const mostSignature = 32_768;

/**
 * Creates the client of a relay. https://docs.farcaster.xyz/auth-kit/client/app/create-channel,
 * https://docs.farcaster.xyz/auth-kit/client/app/status
 */
export function createRelay(world: Pick<World, 'config' | 'fetch' | 'log'>): Relay {
  const { farcasterRelayUrl: url } = world.config;

  function unavailable(reason: object): never {
    world.log.error({ reason }, 'the Farcaster relay does not answer');
    return fail('service_unavailable');
  }
  const request = (...[path, input]: [string, Parameters<typeof fetchJson>[2]]): Promise<JsonAnswer> =>
    fetchJson(world, `${url}/v1/${path}`, input).catch((error: unknown) => unavailable(describeError(error)));

  return {
    async open(channel) {
      // The Farcaster app may sign with an auth address, which counts as the holder (`registry.ts`).
      const body = { ...channel, acceptAuthAddress: true };
      const { status, json } = await request('channel', { method: 'POST', body });
      const token = json?.channelToken;
      const uri = json?.url;
      if (status !== 201 || typeof token !== 'string' || !isLink(uri, url)) unavailable({ status });
      return { token, uri };
    },

    async request(token) {
      const headers = { authorization: `Bearer ${token}` };
      const { status, json } = await request('channel/status', { method: 'GET', headers });
      if (status === 401) return 'gone';
      if (json?.state === 'pending') return null;
      return readApproval(json) ?? unavailable({ status });
    },
  };
}

/**
 * Returns true if the modal may show the address as a link. A malicious relay could send one that runs script in the
 * page, such as `javascript:`.
 */
function isLink(text: unknown, relayUrl: string): text is string {
  if (typeof text !== 'string' || text.length > 2_048 || !URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'farcaster:' || protocol === new URL(relayUrl).protocol;
}

function readApproval(json: JsonAnswer['json']): Approval | null {
  if (json?.state !== 'completed') return null;
  const { message, signature, fid } = json;
  if (typeof message !== 'string' || message.length > mostMessage) return null;
  if (typeof signature !== 'string' || signature.length > mostSignature) return null;
  if (typeof fid !== 'number' || !Number.isSafeInteger(fid) || fid < 1) return null;
  return { message, signature, fid, profile: readProfile(json) };
}
