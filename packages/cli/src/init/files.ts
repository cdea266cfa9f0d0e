import { randomBytes } from 'node:crypto';
import type { Answers } from './answers.ts';

export interface NewFile {
  readonly name: string;
  readonly text: string;
  /** True for a file with secrets, which only its owner may read. */
  readonly isSecret: boolean;
}

/** Returns an apps file with one app that logs users in by email. */
export function toAppsFile({ appName, appOrigin }: Answers): { id: string; text: string } {
  const id = `c${randomBytes(12).toString('hex')}`;
  const app = { id, name: appName, allowed_origins: [appOrigin], email_auth: true };
  return { id, text: `${JSON.stringify({ apps: [app] }, null, 2)}\n` };
}
