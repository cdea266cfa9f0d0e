import type { Environment } from '../environment.ts';
import type { KeyStore } from '../storage/index.ts';
import { takeParameters } from './takeParameters.ts';

/** Removes `privy_token` from the page's address, and stores its value, with which the client then begins a session. */
export function takeForkedToken(page: Environment['window'], storage: KeyStore): void {
  const token = takeParameters(page, 'privy_token')?.privy_token;
  if (token) storage.set('forkedToken', token);
}
