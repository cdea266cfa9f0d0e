/**
 * The commands of `latchkey`, one file for each or for a few about one thing. The help and the documentation are
 * printed from this list. Owns no data. Uses the other modules.
 */
import type { Command, Groups } from '../command/index.ts';
import { allowlistAdd, allowlistList, allowlistRemove } from './allowlist.ts';
import {
  appsCreate,
  appsDisable,
  appsGet,
  appsList,
  appsOrigins,
  appsRotateSecret,
  appsSet,
} from './apps.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { connectionsList, connectionsRevoke } from './connections.ts';
import { doctor } from './doctor.ts';
import { init } from './init.ts';
import { keysList, keysRevoke, keysRotate } from './keys.ts';
import { login, logout, whoami } from './login.ts';
import { migrate } from './migrate.ts';
import { restore } from './restore.ts';
import { serve, serveHosted, serveRecovery } from './serve.ts';
import { spread, unspread } from './spread.ts';
import { start } from './start.ts';
import { tokensCreate, tokensList, tokensRevoke } from './tokens.ts';
import {
  usersDelete,
  usersEndSessions,
  usersExport,
  usersFind,
  usersGet,
  usersResetFactors,
} from './users.ts';
import { usersImport } from './usersImport.ts';
import { verifyAudit } from './verifyAudit.ts';
import { verifyFrameCommand } from './verifyFrame.ts';
import { webhooksList, webhooksRedeliver, webhooksRotateSecret, webhooksTest } from './webhooks.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  start,
  init,
  doctor,
  migrate,
  ...[serve, serveHosted, serveRecovery],
  ...[login, logout, whoami],
  ...[tokensList, tokensCreate, tokensRevoke],
  ...[appsList, appsGet, appsCreate, appsSet, appsDisable, appsRotateSecret, appsOrigins],
  ...[usersFind, usersGet, usersExport, usersDelete, usersResetFactors, usersEndSessions, usersImport],
  ...[allowlistList, allowlistAdd, allowlistRemove],
  ...[webhooksList, webhooksTest, webhooksRedeliver, webhooksRotateSecret],
  ...[keysList, keysRotate, keysRevoke],
  ...[connectionsList, connectionsRevoke],
  audit,
  spread,
  unspread,
  backup,
  restore,
  verifyAudit,
  verifyFrameCommand,
];

export const groups: Groups = {
  allowlist: 'Who may use an app while its allowlist is on.',
  apps: 'Apps of a service, with their settings.',
  connections: 'Apps that may use the wallets of another app.',
  keys: 'Keys that encrypt data and sign tokens.',
  tokens: 'Tokens of operators and programs.',
  users: 'Users of an app.',
  webhooks: 'Webhooks of an app.',
};
