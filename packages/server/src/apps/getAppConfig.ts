import { type AppConfig, getAppRoute } from '@latchkey/wire';
import { type Implementation, implement } from '../http/index.ts';
import type { App } from './index.ts';

/**
 * `GET /api/v1/apps/{id}`: the config that clients read before anything else (docs/wire/protocol.md §2.1). What an
 * operator keeps for himself (custody and operation settings) is not in it.
 */
export function getAppImplementation(rooms: {
  isOriginAllowed(app: App, origin: string): boolean;
  verificationKey(app: App): Promise<string>;
}): Implementation {
  return implement(getAppRoute, async ({ app, caller }) => ({
    ...toAppConfig(app, await rooms.verificationKey(app)),
    ...(caller.origin === null ? {} : { origin_allowed: rooms.isOriginAllowed(app, caller.origin) }),
  }));
}

function toAppConfig(app: App, verificationKey: string): AppConfig {
  const {
    allowed_origins,
    embedding_origins: _embedding,
    token_issuer: _issuer,
    session_key_binding: _binding,
    new_device_max_age: _newDevice,
    sensitive_max_age: _sensitive,
    allow_raw_signing: _raw,
    legacy_custody_token: _legacy,
    ...served
  } = app.settings;
  return {
    id: app.id,
    ...served,
    verification_key: verificationKey,
    allowed_domains: allowed_origins,
    allowlist_enabled: false,
    created_at: Math.floor(app.createdAtMs / 1000),
    updated_at: Math.floor(app.updatedAtMs / 1000),
  };
}
