/** Public API of the server: what a program needs to run the service, and what tests need to run it in process. */
export type { App, AppSettings } from './apps/index.ts';
export { readAppsFile } from './apps/index.ts';
export { type AuditAnchor, verifyAudit } from './audit/index.ts';
export { readConfig, readHostedConfig } from './config.ts';
export type { Config } from './configShape.ts';
export { type Database, type Db, migrate, openEmbedded, openPostgres } from './db/index.ts';
export {
  createSmtpMailer,
  type Mailer,
  type MailMessage,
  type SmsMessage,
  type SmsSender,
} from './delivery/index.ts';
export { type Listener, listen } from './listen.ts';
export { createService, createWorld, type Service, type ServiceOptions } from './service.ts';
export { startHosted } from './startHosted.ts';
export { createLog, type Server, startServer } from './startServer.ts';
export type { Clock, Random, World } from './world.ts';
