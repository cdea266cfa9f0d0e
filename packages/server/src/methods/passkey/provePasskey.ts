import type { PasskeyAssertion, PasskeyRegistration } from '@latchkey/wire';
import { type Proof, toProof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import type { Caller } from '../../http/index.ts';
import type { World } from '../../world.ts';
import type { MethodDeps } from '../method.ts';
import { type Begun, burnChallenge, type Ceremony, failPasskey } from './challenge.ts';
import { type ClientData, readClientData } from './clientData.ts';
import { describePasskey } from './describePasskey.ts';
import { type PasskeyCredential, verifyNew, verifyUse } from './verify.ts';

type ProofDeps = Pick<MethodDeps, 'apps' | 'challenges' | 'users'>;

interface PasskeyClaim {
  readonly app: App;
  readonly caller: Caller;
  readonly ceremony: Ceremony;
  /** Id of the user to whom the ceremony must belong; null if it belongs to none, as at a login. */
  readonly userId: string | null;
  /** Origin of the page around the wallet frame, if the frame calls for that page. @default the page that calls */
  readonly page?: string;
  /** Session to which the ceremony must belong, if it belongs to one. */
  readonly sessionId?: string;
}

/** Use of a passkey: the signed response and, at a login, the challenge that published clients send beside it. */
interface PasskeyLogin {
  readonly challenge?: string;
  readonly authenticator_response: PasskeyAssertion;
}

export const toPasskeyAccount = (id: string) => ({ type: 'passkey', subject: id }) as const;

/**
 * Consumes the challenge. Checks that the same page, if it is known, started the ceremony, and for a second factor the
 * same session.
 */
async function readCeremony(
  deps: ProofDeps,
  { app, caller, ceremony, userId, page, sessionId }: PasskeyClaim,
  response: { client_data_json: string },
): Promise<{ begun: Begun; data: ClientData }> {
  const data = readClientData(deps.apps, { app, text: response.client_data_json });
  const { challenge } = data;
  const begun = await burnChallenge(deps, { app, ceremony, userId, challenge });
  const from = page ?? caller.origin;
  if (from !== null && from !== begun.origin) failPasskey();
  if (begun.sessionId !== sessionId) failPasskey();
  return { begun, data };
}

/**
 * Proves that a user has just created a passkey, with their face, finger or PIN.
 *
 * @throws ServiceError `invalid_credentials`
 */
export async function proveNewPasskey(
  { clock }: Pick<World, 'clock'>,
  deps: ProofDeps,
  claim: PasskeyClaim,
  response: PasskeyRegistration,
): Promise<Proof> {
  const { begun, data } = await readCeremony(deps, claim, response.response);
  const { origin, rpId } = begun;
  const made = await verifyNew(response, { challenge: data.challenge, origin, rpId });
  // Without user verification, anyone who finds a security key could log in with it.
  if (!made.isUserVerified) failPasskey();
  const credential: PasskeyCredential = {
    publicKey: made.publicKey,
    count: made.count,
    handle: begun.handle ?? failPasskey(),
    rpId,
    transports: response.response.transports ?? [],
    mayBeBackedUp: made.mayBeBackedUp,
    isBackedUp: made.isBackedUp,
  };
  const userAgent = claim.caller.request.headers.get('user-agent') ?? '';
  const details = {
    credential_id: made.id,
    enrolled_in_mfa: false,
    ...describePasskey(made.aaguid, userAgent),
  };
  const account = { ...toPasskeyAccount(made.id), details, credential };
  return toProof({ method: 'passkey', account, provedAtMs: clock.now() });
}

/**
 * Proves that a user has a registered passkey and has just unlocked it.
 *
 * @throws ServiceError `invalid_credentials`
 */
export async function provePasskey(
  { clock, log }: World,
  deps: ProofDeps,
  claim: PasskeyClaim,
  { challenge: shown, authenticator_response: response }: PasskeyLogin,
): Promise<Proof> {
  const { app } = claim;
  const { begun, data } = await readCeremony(deps, claim, response.response);
  const { challenge } = data;
  if (shown !== undefined && shown !== challenge) failPasskey();
  // The stored key of this id must verify the signature, so the proof is for that key's account.
  const { credential } =
    (await deps.users.credentials.find<PasskeyCredential>(app.id, toPasskeyAccount(response.id))) ??
    failPasskey();
  const { origin, rpId } = begun;
  const { topOrigin } = data;
  // The counter is compared below, when it is written.
  const stored = { publicKey: credential.publicKey, count: 0 };
  const used = await verifyUse(response, { challenge, origin, rpId, topOrigin }, stored);
  // The user handle from the authenticator must be that of the passkey's user (WebAuthn §7.2 step 6).
  if (!used.isUserVerified || response.response.user_handle !== credential.handle) failPasskey();
  const { count, isBackedUp } = used;
  const account = toPasskeyAccount(used.id);
  const isUnchanged = count === 0 && credential.count === 0 && isBackedUp === credential.isBackedUp;
  if (!isUnchanged && !(await deps.users.credentials.use(app.id, account, { count, isBackedUp }))) {
    // Either the counter did not increase, which can mean that the passkey was copied (WebAuthn §6.1.1), or the
    // passkey was removed just now.
    const left = await deps.users.credentials.find<PasskeyCredential>(app.id, account);
    if (left !== null && count <= left.credential.count) {
      log.warn(
        { appId: app.id, requestId: claim.caller.requestId },
        'passkey counter did not increase: a copy of it?',
      );
    }
    failPasskey();
  }
  return toProof({ method: 'passkey', account: { ...account, details: {} }, provedAtMs: clock.now() });
}
