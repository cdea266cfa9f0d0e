import { createPublicKey } from 'node:crypto';
import type { AppSettings } from '@latchkey/wire';
import type { Problem } from '../http/index.ts';
import { type OutboundAllow, urlProblem } from '../outbound/index.ts';

const field = 'custom_jwt_config';

/** Returns the problem with the settings for tokens of the app's own login (S43), or null. */
export function customJwtProblem(
  settings: Pick<AppSettings, 'custom_jwt_auth' | 'custom_jwt_config'>,
  production: boolean,
  allow?: OutboundAllow | null,
): Problem | null {
  const { custom_jwt_auth: isOn, custom_jwt_config: config } = settings;
  if (!config) {
    return isOn ? { field, problem: 'is missing: custom_jwt_auth needs the issuer of the tokens' } : null;
  }
  const { key_set_url: url, public_key: key } = config;
  if ((url === undefined) === (key === undefined)) {
    return { field, problem: 'must have one of key_set_url and public_key' };
  }
  const rule = production ? 'public' : 'public-or-loopback';
  const problem = url === undefined ? null : urlProblem(url, rule, allow);
  if (problem) return { field: `${field}.key_set_url`, problem };
  if (key !== undefined && !isPublicKey(key)) {
    return { field: `${field}.public_key`, problem: 'must be a public key as PEM (SPKI)' };
  }
  return null;
}

function isPublicKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType !== undefined;
  } catch {
    return false;
  }
}
