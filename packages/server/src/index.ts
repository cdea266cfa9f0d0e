/** Public API of the server, for programs that run the service and tests that run it in process. */
export type { App, AppSettings } from './apps/index.ts';
export { demoAppId, readAppsFile } from './apps/index.ts';
export { type AuditAnchor, type AuditExtent, auditLifeMs, verifyAudit } from './audit/index.ts';
export { readConfig, readDatabaseSettings, readHostedConfig, readRecoveryConfig } from './config.ts';
export type { Config } from './configShape.ts';
export {
  type Database,
  type Db,
  isEmpty,
  localTables,
  lockFolder,
  migrate,
  openEmbedded,
  openPostgres,
  readMigrationStatus,
  referenceTables,
  spread,
  unspread,
} from './db/index.ts';
export {
  createSmtpMailer,
  type Mailer,
  type MailMessage,
  type SmsMessage,
  type SmsSender,
} from './delivery/index.ts';
export { type Examined, examine } from './doctor/index.ts';
export { issueTokenFrom } from './issueToken.ts';
export { type Listener, listen } from './listen.ts';
export { forOnRamps } from './onRampUrls.ts';
export { withDatabase } from './openDatabase.ts';
export { rehearse } from './rehearse.ts';
export { createService, createWorld, type Service, type ServiceOptions } from './service.ts';
export { isStartError } from './startError.ts';
export { startHosted } from './startHosted.ts';
export { createLog, type Server, startServer } from './startServer.ts';
export type { Clock, Random, World } from './world.ts';
