import type { Check } from './check.ts';
import { appsFile, configuration, nodeVersion, trustedProxies } from './configuration.ts';
import {
  clock,
  databaseConnection,
  databasePool,
  databaseSettings,
  databaseVersion,
  migrations,
} from './database.ts';
import { keys } from './keys.ts';
import { smtp, smtpEncryption, testMail } from './mail.ts';
import { hostedPages, recoveryStore } from './otherProcesses.ts';
import { cors, frameHash, frameHeaders } from './pages.ts';
import { dns, proxyHeaders, reachable, tls } from './publicAddress.ts';
import { webhooks } from './webhooks.ts';

export const doctorChecks: readonly Check[] = [
  nodeVersion,
  configuration,
  appsFile,
  trustedProxies,
  databaseConnection,
  databaseVersion,
  databaseSettings,
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
  cors,
  frameHeaders,
  frameHash,
  hostedPages,
  keys,
  webhooks,
];
