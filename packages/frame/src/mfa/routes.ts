import type { mfaRoutes } from '@latchkey/wire';
import type { OperationsOf } from '../custody/routes.ts';
import { methodPaths } from './factors/list.ts';

export { factorMethods } from './factors/list.ts';

/** Paths of the second-factor routes that the frame calls. A test compares them with those of `@latchkey/wire`. */
export const factorPaths = {
  ...methodPaths,
  makeBackupCodes: '/api/v1/mfa/backup_codes/init',
  verifyBackupCode: '/api/v1/mfa/backup_codes/verify',
  startProveRecovery: '/api/v1/mfa/recovery/init',
  proveRecovery: '/api/v1/mfa/recovery/verify',
  cancelRemoval: '/api/v1/mfa/removal/cancel',
  clear: '/api/v1/mfa/clear',
} as const;

export type FactorOperations = OperationsOf<Pick<typeof mfaRoutes, keyof typeof factorPaths>>;
