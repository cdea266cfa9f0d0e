import { allowedOrigin, appId, ownAddress } from './app.ts';
import type { Check } from './check.ts';
import { appsFile, configuration, nodeVersion, trustedProxies } from './configuration.ts';
import {
  clock,
  databaseConnection,
  databasePool,
  databaseRights,
  databaseSettings,
  databaseVersion,
  migrations,
} from './database.ts';
import { keys } from './keys.ts';
import { smtp, smtpEncryption, testMail } from './mail.ts';
import { hostedPages, recoveryStore } from './otherProcesses.ts';
import { cors, frameHash, frameHeaders } from './pages.ts';
import { dns, proxyHeaders, reachable, tls } from './publicAddress.ts';
import { databaseReplication } from './replication.ts';
import { webhooks } from './webhooks.ts';

/** Every check of an operator, in the order in which they run. */
export const operatorChecks: readonly Check[] = [
  nodeVersion,
  configuration,
  appsFile,
  trustedProxies,
  databaseConnection,
  databaseVersion,
  databaseRights,
  databaseSettings,
  databaseReplication,
  databasePool,
  migrations,
  clock,
  smtpEncryption,
  smtp,
  testMail,
  recoveryStore,
  dns,
  tls,
  reachable,
  proxyHeaders,
  appId,
  allowedOrigin,
  cors,
  ownAddress,
  frameHeaders,
  frameHash,
  hostedPages,
  keys,
  webhooks,
];
