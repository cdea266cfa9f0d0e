import type { Authenticator, BrowserPage } from '@latchkey/testkit';
import { fromBase64url, toBase64url } from '../../base64url/index.ts';

type Answer = 'use' | 'wait' | DOMException;

/** Scripted `navigator.credentials` of a page: the requests to it, and its answers. */
export interface Credentials {
  /** Next answer: the user uses a passkey, leaves the dialog open, or the browser throws. */
  answer: Answer;
  /** Requests so far, oldest first. `isOpen` is false once a request was answered or aborted. */
  readonly asked: { act: 'create' | 'get'; mediation?: string | undefined; isOpen: boolean }[];
}

/** Gives a page the browser's interface to an authenticator (WebAuthn Level 3 §5.1). */
export function giveCredentials({ window }: BrowserPage, authenticator: Authenticator): Credentials {
  const given: Credentials = { answer: 'use', asked: [] };

  async function request<T>(
    act: 'create' | 'get',
    { signal, mediation }: Pick<CredentialRequestOptions, 'signal' | 'mediation'>,
    answer: () => T,
  ): Promise<T> {
    const request = { act, mediation, isOpen: true };
    given.asked.push(request);
    try {
      signal?.throwIfAborted();
      if (given.answer === 'use') return answer();
      if (given.answer !== 'wait') throw given.answer;
      return await new Promise<T>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    } finally {
      request.isOpen = false;
    }
  }

  const credentials = {
    create: (options: CredentialCreationOptions) =>
      request('create', options, () => {
        const { rp, user, challenge } = options.publicKey ?? failed();
        const made = authenticator.make({
          rp,
          user: { ...user, id: new TextDecoder().decode(user.id) },
          challenge: toBase64url(challenge as Uint8Array),
        } as unknown as Parameters<Authenticator['make']>[0]);
        const { client_data_json, attestation_object } = made.response;
        return {
          rawId: toBuffer(made.raw_id),
          authenticatorAttachment: 'platform',
          response: {
            clientDataJSON: toBuffer(client_data_json),
            attestationObject: toBuffer(attestation_object),
            getTransports: () => ['internal'],
          },
        };
      }),
    get: (options: CredentialRequestOptions) =>
      request('get', options, () => {
        const { rpId, challenge } = options.publicKey ?? failed();
        const used = authenticator.use({
          rp_id: rpId,
          challenge: toBase64url(challenge as Uint8Array),
        } as unknown as Parameters<Authenticator['use']>[0]);
        const { client_data_json, authenticator_data, signature, user_handle } = used.response;
        return {
          rawId: toBuffer(used.raw_id),
          authenticatorAttachment: 'platform',
          response: {
            clientDataJSON: toBuffer(client_data_json),
            authenticatorData: toBuffer(authenticator_data),
            signature: toBuffer(signature),
            userHandle: user_handle && new TextEncoder().encode(user_handle).buffer,
          },
        };
      }),
  };
  Object.assign(window.navigator, { credentials });
  Object.assign(window, { PublicKeyCredential: { isConditionalMediationAvailable: async () => true } });
  return given;
}

const toBuffer = (text: string) => fromBase64url(text).buffer;

function failed(): never {
  throw new TypeError('publicKey is missing');
}
