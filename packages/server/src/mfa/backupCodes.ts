import { fail, limits, readTypedCode, type VerifiedReply } from '@latchkey/wire';
import { base32crockford } from '@scure/base';
import type { Audit } from '../audit/index.ts';
import { deriveKey, keyedHash, randomId } from '../crypto/index.ts';
import type { Db } from '../db/index.ts';
import type { Notices } from '../safeguards/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import type { FactorCaller, FactorGate, FactorOperations } from './index.ts';
import { listMethods, replaceBackupCodes, useBackupCode } from './store.ts';
import type { CountTry } from './tries.ts';
import type { Verifying } from './verifying.ts';

/** Bytes of a code, shown as 16 letters and digits. No daily limit protects backup codes, so their 80 bits must. */
const codeBytes = 10;
const method = 'backup_code';

const toGroups = (code: string) => code.match(/.{4}/g)?.join('-') ?? code;

/** Returns a typed code in the form that is hashed. Crockford's alphabet has no O, I or L; they are read as 0 and 1. */
const toPlain = (text: string) => readTypedCode(text).toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');

export function createFallbacks(
  world: World,
  deps: {
    audit: Audit;
    countTry: CountTry;
    gate: FactorGate;
    notices: Notices;
    users: Pick<Users, 'factors'>;
    verifying: Verifying;
  },
): Pick<FactorOperations, 'makeBackupCodes' | 'verifyBackupCode' | 'permitChange'> {
  const { database, random, secret } = world;
  const { audit, countTry, gate, notices, users, verifying } = deps;
  const pepper = deriveKey(secret, 'latchkey/backup-codes/v1');
  const hashOf = ({ session: { appId, userId } }: FactorCaller, plain: string) =>
    keyedHash(pepper, [appId, userId, plain]);

  /** Records the use of a fallback, and reports it to every address of the user: an attacker may have used it. */
  async function tell(tx: Db, { session }: FactorCaller, what: string): Promise<void> {
    const { appId, sessionId, userId } = session;
    const kind = 'mfa.fallback_used';
    const actor = { type: 'user', id: userId } as const;
    const event = { kind, userId, sessionId, actor, details: { method: what } } as const;
    const subject = await audit.record(tx, appId, event);
    await notices.owe(tx, { appId, userId, sessionId }, { kind, subject }, 'all');
  }

  return {
    async makeBackupCodes(caller) {
      if (!caller.session.hasFactor)
        fail('not_supported', { message: noneText, details: { reason: 'no_factor' } });
      const codes = Array.from({ length: limits.backupCodes }, () =>
        base32crockford.encode(random.bytes(codeBytes)),
      );
      const hashes = codes.map((code) => hashOf(caller, code));
      await database.transaction(async (tx) => {
        // Locks the user and reads the factors again. If the last factor is being removed, codes could otherwise
        // remain that are valid for the user's next factor.
        const isThere = await users.factors.lock(tx, caller.session);
        if (!isThere || (await listMethods(tx, caller.session)).length === 0)
          fail('not_supported', { message: noneText, details: { reason: 'no_factor' } });
        await gate.spendFresh(tx, caller, 'backup_codes');
        await replaceBackupCodes(tx, caller.session, hashes);
      });
      return { codes: codes.map(toGroups) };
    },

    async verifyBackupCode(caller, { code, purpose }) {
      const reply = await verifying.verify(caller, method, { purpose }, async () => async (tx) => {
        if (!(await useBackupCode(tx, caller.session, hashOf(caller, toPlain(code))))) return false;
        await tell(tx, caller, method);
        return true;
      });
      notices.settle(caller.session);
      return reply;
    },

    async permitChange(caller, what, prove): Promise<VerifiedReply> {
      if (!caller.session.hasFactor)
        fail('not_supported', { message: noneText, details: { reason: 'no_factor' } });
      const counted = what === 'recovery_password' ? await countTry(caller, what) : null;
      await prove();
      const freshMs = await database.transaction(async (tx) => {
        await counted?.right(tx);
        await tell(tx, caller, what);
        return verifying.permit(tx, caller, 'change_factors');
      });
      notices.settle(caller.session);
      return { token: randomId(random), unlocked_for: 0, fresh_for: freshMs / 1000 };
    },
  };
}

const noneText = 'The user has no second factor';
