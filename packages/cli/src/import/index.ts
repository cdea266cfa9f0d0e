/**
 * Reads exports of other services, and imports their users into an app, so that an interrupted import can go on. Owns
 * the state file of an import. The command `users import` uses it.
 */
import { auth0 } from './auth0.ts';
import { clerk } from './clerk.ts';
import { csv } from './csv.ts';
import { privy } from './privy.ts';
import type { Source } from './record.ts';

export { importUsers } from './importUsers.ts';
export { readRows } from './readRows.ts';
export type { ImportRecord } from './record.ts';
export { openState } from './state.ts';

export const importSources: readonly Source[] = [privy, auth0, clerk, csv];
