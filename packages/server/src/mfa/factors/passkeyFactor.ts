import { fail, isCode, limits, mfaRoutes } from '@latchkey/wire';
import { randomId } from '../../crypto/index.ts';
import type { Db } from '../../db/index.ts';
import { implement } from '../../http/index.ts';
import {
  issueChallenge,
  provePasskey,
  readRelyingParty,
  requestOptions,
  toAddress,
} from '../../methods/index.ts';
import type { Session } from '../../sessions/index.ts';
import { failUnverified, isTaken } from '../methods.ts';
import { addFactor, type FactorRow, listFactors, touchFactor } from '../store.ts';
import type { FactorRecord } from './factor.ts';

const method = 'passkey' as const;
const { startPasskey, verifyPasskey, enrolPasskeys } = mfaRoutes;

/** Passkeys of the user that are also second factors. Each is a linked account too. */
export const passkeyFactor: FactorRecord<'passkey'> = {
  method,
  nameOf({ credentialId }, accounts) {
    const account = accounts.find((one) => one.type === 'passkey' && one.credential_id === credentialId);
    return (
      (account?.type === 'passkey' && (account.authenticator_name ?? account.created_with_browser)) || null
    );
  },
  routes(world, deps, { ofFrame, ofPage, proveOwner }) {
    const { clock, database, random } = world;
    const { enrolling, users, verifying } = deps;
    const listEnrolled = async (session: Session): Promise<FactorRow[]> =>
      (await listFactors(database.db, session)).filter((factor) => factor.method === method);

    return [
      implement(startPasskey, async (input) => {
        const { app, caller, session } = await ofPage(input, startPasskey.path);
        const { body } = input;
        if (!isTaken(app, method)) failUnverified([]);
        const ids = (await listEnrolled(session)).flatMap(({ credentialId }) => credentialId ?? []);
        if (ids.length === 0) fail('not_found', { message: 'No passkey is a second factor of the user' });
        const party = readRelyingParty(deps.apps, { app, origin: caller.origin, named: body.relying_party });
        const { sessionId, userId } = session;
        const begun = { ...party, handle: null, sessionId };
        const challenge = await issueChallenge(deps, { app, ceremony: 'passkey-factor', userId, begun });
        return { relying_party: toAddress(party), options: requestOptions(party.rpId, challenge, ids) };
      }),

      implement(
        verifyPasskey,
        ofFrame(verifyPasskey, (caller, { authenticator_response, kind, purpose }) =>
          verifying.verify(caller, method, { kind, purpose }, async () => {
            const { app, page, session } = caller;
            const { sessionId, userId } = session;
            const enrolled = await listEnrolled(session);
            const factor = enrolled.find(({ credentialId }) => credentialId === authenticator_response.id);
            const claim = {
              app,
              caller: caller.caller,
              ceremony: 'passkey-factor' as const,
              userId,
              sessionId,
              ...(page === null ? {} : { page }),
            };
            try {
              const { account } = await provePasskey(world, deps, claim, { authenticator_response });
              if (!factor || account.subject !== factor.credentialId) return null;
              return (tx) => touchFactor(tx, factor, clock.now());
            } catch (error) {
              if (isCode(error, 'invalid_credentials')) return null;
              throw error;
            }
          }),
        ),
      ),
      implement(
        enrolPasskeys,
        ofFrame(enrolPasskeys, async (caller, { credential_ids, wallet }) => {
          const { session } = caller;
          const { appId, userId } = session;
          const wanted = [...new Set(credential_ids)];
          if (wanted.length > 0) await enrolling.checkStart(caller, method);
          if (wanted.length > limits.passkeys)
            fail('not_supported', { details: { reason: 'too_many_passkeys' } });
          if (!session.hasFactor && wanted.length > 0)
            await proveOwner(caller, method, wallet)(credential_ids.join(' '));
          const checkHeld = async (db: Db) => {
            const held = await users.credentials.listSubjects(db, session, method);
            if (wanted.some((id) => !held.includes(id)))
              fail('not_found', { message: 'The user has no such passkey' });
          };
          await checkHeld(database.db);
          await database.transaction(async (tx) => {
            const factors =
              wanted.length > 0
                ? await enrolling.admitEnd(tx, caller, method, await enrolling.admitStart(tx, caller))
                : await enrolling.admitRemoval(tx, caller);
            // Checks again now that the user is locked. A passkey that was unlinked in the meantime could never be
            // verified.
            await checkHeld(tx);
            const enrolled = factors.filter((factor) => factor.method === method);
            const added = wanted.filter((id) => enrolled.every(({ credentialId }) => credentialId !== id));
            const removed = enrolled.filter(({ credentialId }) => !wanted.includes(credentialId ?? ''));
            for (const credentialId of added) {
              const factorId = randomId(random);
              await addFactor(tx, {
                appId,
                userId,
                factorId,
                method,
                credentialId,
                createdAtMs: clock.now(),
              });
            }
            if (added.length > 0) await enrolling.added(tx, caller, method);
            if (removed.length > 0) await enrolling.removed(tx, caller, removed);
          });
          await enrolling.answer(caller);
          return {};
        }),
      ),
    ];
  },
};
