-- The host applications that use this service. `settings` holds only what was set: defaults are filled in when read,
-- so that a new default reaches apps that never chose.
create table apps (
  app_id text primary key,
  settings jsonb not null,
  -- SHA-256 of the app's secret, and of the one before it as long as that is still valid.
  secret_hash text,
  old_secret_hash text,
  old_secret_until_ms bigint not null default 0,
  managed_by text not null check (managed_by in ('api', 'file')),
  disabled boolean not null default false,
  version integer not null default 1,
  created_at_ms bigint not null,
  updated_at_ms bigint not null
);

-- One row, '*', raised by every change of any app. Processes read it once a second to learn that they must read apps
-- afresh. It is locked until such a change commits, so that the number is never seen before the change.
create table apps_version (
  app_id text primary key,
  version bigint not null
);

-- Who may use an app while its `allowlist_enabled` is on. Values are normalised (`normalizeAllowlistValue` of the wire).
create table app_allowlist (
  app_id text not null,
  type text not null check (type in ('domain', 'email', 'phone', 'wallet')),
  value text not null,
  entry_id text not null,
  created_at_ms bigint not null,
  accepted_at_ms bigint,
  primary key (app_id, type, value)
);
