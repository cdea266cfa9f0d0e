/**
 * Serves the custody routes, which guard the server's halves of every key (docs/custody.md). Owns the tables of
 * entropies, wallets, devices, recoveries (current, replaced and by passkey), session keys and custody requests and,
 * through `recovery/`, the recovery store. Uses `admission`, `apps`, `audit`, `chains`, `challenges`, `cloud`,
 * `crypto`, `frame-pages`, `methods`, `mfa`, `safeguards`, `sessions` and `users`. The frame calls the custody
 * routes; from any page of the app, users manage their devices and recovery passkeys.
 */
import { custodyRoutes, fail, farcasterRoutes, type VerifyTokenReply } from '@latchkey/wire';
import type { Admission } from '../admission/index.ts';
import type { Apps } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Chains } from '../chains/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { Cloud } from '../cloud/index.ts';
import type { Sealing } from '../crypto/index.ts';
import { createFramePages } from '../frame-pages/index.ts';
import { type Act, type Failures, type Implementation, type Incoming, implement } from '../http/index.ts';
import type { FarcasterSigners } from '../methods/index.ts';
import type { Mfa } from '../mfa/index.ts';
import type { Safeguards } from '../safeguards/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { UserKey } from '../userKey.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import { type CustodyCaller, createAdmitCustody } from './border/admitCustody.ts';
import { createBindKey } from './border/bindKey.ts';
import { createCheckFresh } from './border/checkFresh.ts';
import { describeContext } from './border/describeContext.ts';
import { createDpopNonces } from './border/dpopNonce.ts';
import { createDpopProofs } from './border/dpopProof.ts';
import { toUnlockedFor } from './border/unlockedFor.ts';
import { connectWallet } from './connectWallet.ts';
import { addWallet } from './creating/addWallet.ts';
import { createWallet } from './creating/createWallet.ts';
import { importWallet } from './creating/importWallet.ts';
import { createCustodyLog } from './custodyLog.ts';
import type { CustodyDeps } from './deps.ts';
import { enrolDevice } from './enrolDevice.ts';
import { exportWallet } from './exportWallet.ts';
import { factorImplementations } from './factors/factorRoutes.ts';
import { createFarcasterSignerOperations } from './farcasterSigner.ts';
import { createOpenCloud } from './openCloud.ts';
import { addRecoveryPasskey } from './passkeys/addPasskey.ts';
import { recoverByPasskey } from './passkeys/recoverByPasskey.ts';
import { createReadChain } from './readChain.ts';
import { recoverWallet } from './recovering/recoverWallet.ts';
import { describeRecovery } from './recovering/recoveryParameters.ts';
import { sendReleaseCode as sendCode } from './recovering/releaseCode.ts';
import { setRecovery } from './recovering/setRecovery.ts';
import type { RecoveryStore } from './recovery/index.ts';
import { listWallets, type WalletRecord } from './store.ts';
import { sweepCustody } from './sweepCustody.ts';
import { createUserParts, type UserParts } from './userParts.ts';
import { userImplementations } from './userRoutes.ts';

export { createRecoveryStore, type RecoveryKeys, type RecoveryStore } from './recovery/index.ts';
export { createRemoteRecoveryStore, serveRecoveryStore } from './recovery/remote/index.ts';
export type { UserParts } from './userParts.ts';

export interface Custody {
  readonly routes: Implementation[];
  /** Serves the frame's pages, scripts and published hashes. Returns null for any other request. */
  pages(request: Incoming, failures: Failures): Promise<Response | null>;
  sweep(): Promise<void>;
  readonly userParts: UserParts;
  listWallets(owner: UserKey & { entropyUid: string }): Promise<WalletRecord[]>;
}

/**
 * Creates the custody module.
 *
 * @param deps.sealing seals the main store's auth parts, under the parts KEK
 * @param deps.recoveryStore keeps the encrypted halves, under the recovery KEK, in this process or another
 */
export function createCustody(
  world: World,
  deps: {
    admission: Pick<Admission, 'proveCode'>;
    apps: Apps;
    audit: Audit;
    safeguards: Pick<Safeguards, 'listRemoved' | 'messages' | 'notices'>;
    chains: Chains;
    cloud: Pick<Cloud, 'open'>;
    farcasterSigners: Pick<FarcasterSigners, 'find' | 'request'>;
    users: Users;
    sessions: Sessions;
    challenges: Challenges;
    mfa: Mfa;
    sealing: Sealing;
    recoveryStore: RecoveryStore;
  },
): Custody {
  const { admission, apps, audit, safeguards, users, sessions, challenges, mfa, recoveryStore, sealing } =
    deps;
  const events = createCustodyLog(world, { audit, notices: safeguards.notices });
  const fresh = createCheckFresh(world.database.db, { gate: mfa.gate, sessions });
  const custody: CustodyDeps = {
    world,
    admission,
    apps,
    audit,
    challenges,
    safeguards,
    users,
    sessions,
    mfa,
    sealing,
    recoveryStore,
    events,
    fresh,
  };
  const nonces = createDpopNonces(world);
  const proofs = createDpopProofs(world, { challenges, nonces });
  const bindKey = createBindKey(world, { events, sessions });
  const admit = createAdmitCustody({ apps, sessions, nonces, proofs, bindKey });

  const admitted =
    <Body extends { readonly parent_origin: string }, Reply>(
      route: { readonly path: string },
      act: (deps: CustodyDeps, caller: CustodyCaller, body: Body) => Promise<Reply>,
    ): Act<Body, Reply> =>
    async (input) =>
      act(custody, await admit(input, route.path), input.body);

  /** Refuses a user with a second factor who has not unlocked the wallet with it. */
  const opened =
    <Body, Reply>(
      act: (deps: CustodyDeps, caller: CustodyCaller, body: Body) => Promise<Reply>,
    ): typeof act =>
    async (module, caller, body) => {
      await mfa.gate.checkUnlocked(world.database.db, caller);
      return act(module, caller, body);
    };

  /**
   * Refuses the test account in production, because anyone who knows its fixed code can log in and use its wallet
   * (S55).
   */
  const ofPerson =
    <Body, Reply>(
      act: (deps: CustodyDeps, caller: CustodyCaller, body: Body) => Promise<Reply>,
    ): typeof act =>
    async (module, caller, body) => {
      const { app, session } = caller;
      for (const key of world.config.production ? apps.testAccounts.keysOf(app) : []) {
        if (await users.hasAccount(session, key))
          fail('not_supported', {
            message: 'The test account has no wallet in production',
            details: { reason: 'test_account' },
          });
      }
      return act(module, caller, body);
    };

  const { context, verifyToken, create, add, connect, recover, recoveryParameters } = custodyRoutes;
  const { signerInit } = farcasterRoutes;
  const signers = createFarcasterSignerOperations(world, deps.farcasterSigners);
  const { setRecovery: set, enrolDevice: enrol, openCloud, sendReleaseCode } = custodyRoutes;
  const { addRecoveryPasskey: addPasskey, recoverByPasskey: byPasskey } = custodyRoutes;
  return {
    routes: [
      implement(context, async ({ app, body }) => describeContext({ apps, nonces }, app, body)),
      implement(verifyToken, admitted(verifyToken, verifySession)),
      implement(create, admitted(create, opened(ofPerson(createWallet)))),
      implement(custodyRoutes.import, admitted(custodyRoutes.import, opened(ofPerson(importWallet)))),
      implement(add, admitted(add, opened(ofPerson(addWallet)))),
      implement(connect, admitted(connect, connectWallet)),
      implement(recover, admitted(recover, recoverWallet)),
      implement(sendReleaseCode, admitted(sendReleaseCode, sendCode)),
      implement(recoveryParameters, admitted(recoveryParameters, describeRecovery)),
      implement(set, admitted(set, setRecovery)),
      implement(enrol, admitted(enrol, opened(enrolDevice))),
      implement(addPasskey, admitted(addPasskey, addRecoveryPasskey)),
      implement(byPasskey, admitted(byPasskey, recoverByPasskey)),
      implement(custodyRoutes.export, admitted(custodyRoutes.export, exportWallet)),
      ...userImplementations(custody),
      implement(custodyRoutes.readChain, admitted(custodyRoutes.readChain, createReadChain(deps.chains))),
      implement(signerInit, admitted(signerInit, opened(signers.request))),
      implement(custodyRoutes.farcasterSigner, admitted(custodyRoutes.farcasterSigner, signers.find)),
      ...factorImplementations(custody, admit),
      implement(openCloud, admitted(openCloud, opened(createOpenCloud(deps.cloud)))),
    ],
    pages: createFramePages(world, apps),
    sweep: () => sweepCustody(custody),
    userParts: createUserParts(custody),
    listWallets: (owner) => listWallets(world.database.db, owner),
  };
}

async function verifySession({ mfa, world }: CustodyDeps, caller: CustodyCaller): Promise<VerifyTokenReply> {
  const { sessionId, userId } = caller.session;
  const openMs = await mfa.gate.findUnlocked(world.database.db, caller);
  return { user_id: userId, session_id: sessionId, unlocked_for: toUnlockedFor(openMs) };
}
