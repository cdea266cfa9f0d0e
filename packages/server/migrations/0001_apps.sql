-- The host applications that use this service. `settings` holds only what was set: defaults are filled in when read,
-- so that a new default reaches apps that never chose.
create table apps (
  app_id text primary key,
  settings jsonb not null,
  secret_hash text,
  managed_by text not null check (managed_by in ('api', 'file')),
  disabled boolean not null default false,
  version integer not null default 1,
  created_at_ms bigint not null,
  updated_at_ms bigint not null
);
