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

/** A user who ends a ceremony, where, and what it is. */
interface PasskeyClaim {
  readonly app: App;
  readonly caller: Caller;
  readonly ceremony: Ceremony;
  /** Whose ceremony it must be; null for anyone who came. */
  readonly userId: string | null;
  /** The page around the wallet frame, where that calls for it. @default the page that calls */
  readonly page?: string;
  /** The session whose ceremony it must be, where it is one's own. */
  readonly sessionId?: string;
}

/** What a page shows of a use: what was signed, and at a login the challenge beside it, as published clients send it. */
interface PasskeyLogin {
  readonly challenge?: string;
  readonly authenticator_response: PasskeyAssertion;
}

/** The account that a passkey is. */
export const toPasskeyAccount = (id: string) => ({ type: 'passkey', subject: id }) as const;

/** Burns the challenge, then tells whether the page that ends the ceremony is the one that began it. */
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
 * Proves that someone has just made a passkey, with their face, finger or PIN.
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
  // A passkey without it would let in anyone who finds a security key.
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
 * Proves that someone has a passkey that is known here, and has just unlocked it.
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
  // Whose key it is that has to verify: what is proved is the account of the key that did.
  const { credential } =
    (await deps.users.credentials.find<PasskeyCredential>(app.id, toPasskeyAccount(response.id))) ??
    failPasskey();
  const { origin, rpId } = begun;
  const { topOrigin } = data;
  // The counter is compared below, where it is written.
  const stored = { publicKey: credential.publicKey, count: 0 };
  const used = await verifyUse(response, { challenge, origin, rpId, topOrigin }, stored);
  // The authenticator names the person it made the passkey for (§7.2 step 6).
  if (!used.isUserVerified || response.response.user_handle !== credential.handle) failPasskey();
  const { count, isBackedUp } = used;
  const account = toPasskeyAccount(used.id);
  const isUnchanged = count === 0 && credential.count === 0 && isBackedUp === credential.isBackedUp;
  if (!isUnchanged && !(await deps.users.credentials.use(app.id, account, { count, isBackedUp }))) {
    // A counter that goes back is that of a copy, or of an original whose copy was used (§6.1.1).
    log.warn(
      { appId: app.id, requestId: claim.caller.requestId },
      'passkey counter went back: a copy of it?',
    );
    failPasskey();
  }
  return toProof({ method: 'passkey', account: { ...account, details: {} }, provedAtMs: clock.now() });
}
