import type { Admission } from '../admission/index.ts';
import type { Apps } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { Sealing } from '../crypto/index.ts';
import type { Mfa } from '../mfa/index.ts';
import type { Safeguards } from '../safeguards/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import type { FreshCheck } from './border/checkFresh.ts';
import type { CustodyLog } from './custodyLog.ts';
import type { RecoveryStore } from './recovery/index.ts';

export interface CustodyDeps {
  readonly world: World;
  readonly audit: Audit;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly mfa: Mfa;
  readonly admission: Pick<Admission, 'proveCode'>;
  readonly apps: Pick<Apps, 'testAccounts'>;
  readonly challenges: Pick<Challenges, 'codes'>;
  readonly safeguards: Pick<Safeguards, 'listRemoved' | 'messages'>;
  readonly sealing: Sealing;
  readonly recoveryStore: RecoveryStore;
  readonly events: CustodyLog;
  readonly fresh: FreshCheck;
}
