-- Second factors (docs/custody.md): what each user has enrolled. They go with their user.
create table mfa_factors (
  app_id text not null,
  user_id text not null,
  factor_id text not null,
  method text not null check (method in ('totp', 'sms', 'passkey')),
  -- Of an authenticator app: its secret, sealed under the parts KEK in this very place.
  secret bytea,
  -- Of an authenticator app: the newest time step that was accepted; none up to it counts again.
  last_step bigint not null default 0,
  -- Of SMS: the number, as E.164.
  phone_number text,
  -- Of a passkey: its credential, whose account stays among the linked ones.
  credential_id text,
  created_at_ms bigint not null,
  last_used_at_ms bigint,
  primary key (app_id, user_id, factor_id),
  foreign key (app_id, user_id) references users (app_id, user_id) on delete cascade
);
create unique index mfa_factors_single on mfa_factors (app_id, user_id, method) where method <> 'passkey';
create unique index mfa_factors_passkey on mfa_factors (app_id, user_id, credential_id) where method = 'passkey';

-- What users' replies say of it, kept here so that a login and a refresh read no further table.
alter table users add column mfa_methods jsonb not null default '[]';

-- When and how the session last verified a factor: what its tokens say to the app's back end. Null where it has not.
alter table sessions add column factor_verified_at_ms bigint, add column factor_method text;

-- Enrolments that are half done: of one session and proof key, good once.
create table mfa_enrollments (
  app_id text not null,
  session_id text not null,
  -- RFC 7638 thumbprint; empty where a page asked.
  thumbprint text not null,
  user_id text not null,
  method text not null check (method in ('totp', 'sms')),
  factor_id text not null,
  secret bytea,
  phone_number text,
  -- Whether an enrolled factor permitted it; else it is for a user who has none.
  is_granted boolean not null,
  expires_at_ms bigint not null,
  primary key (app_id, session_id, thumbprint, method),
  foreign key (app_id, session_id) references sessions (app_id, session_id) on delete cascade
);
create index mfa_enrollments_expires_at on mfa_enrollments (expires_at_ms);
create index mfa_enrollments_user on mfa_enrollments (app_id, user_id);

-- What was verified, and until when it permits something. It ends with its session.
create table mfa_grants (
  app_id text not null,
  session_id text not null,
  thumbprint text not null,
  user_id text not null,
  kind text not null check (kind in ('unlock', 'fresh')),
  -- Of a fresh one: what it is for; empty until its first use says so.
  purpose text not null,
  made_at_ms bigint not null,
  expires_at_ms bigint not null,
  primary key (app_id, session_id, thumbprint, kind, purpose),
  foreign key (app_id, session_id) references sessions (app_id, session_id) on delete cascade
);
create index mfa_grants_expires_at on mfa_grants (expires_at_ms);
-- What a factor permitted ends with it, in every session of the user.
create index mfa_grants_user on mfa_grants (app_id, user_id);

-- Wrong codes: of a session, after which it waits, and of a user in a day.
create table mfa_session_tries (
  app_id text not null,
  session_id text not null,
  method text not null,
  tries integer not null,
  closed_until_ms bigint not null,
  primary key (app_id, session_id, method),
  foreign key (app_id, session_id) references sessions (app_id, session_id) on delete cascade
);
create table mfa_day_tries (
  app_id text not null,
  user_id text not null,
  method text not null,
  tries integer not null,
  began_at_ms bigint not null,
  primary key (app_id, user_id, method),
  foreign key (app_id, user_id) references users (app_id, user_id) on delete cascade
);

-- Backup codes that were not used yet, as keyed hashes.
create table mfa_backup_codes (
  app_id text not null,
  user_id text not null,
  code_hash bytea not null,
  primary key (app_id, user_id, code_hash),
  foreign key (app_id, user_id) references users (app_id, user_id) on delete cascade
);

-- Removals that users asked for who lost every factor. They can be cancelled until they are due.
create table mfa_removals (
  app_id text not null,
  user_id text not null,
  requested_at_ms bigint not null,
  due_at_ms bigint not null,
  -- When it was last told to the user and the app.
  told_at_ms bigint not null,
  primary key (app_id, user_id),
  foreign key (app_id, user_id) references users (app_id, user_id) on delete cascade
);
create index mfa_removals_told_at on mfa_removals (told_at_ms);

-- Proof keys by which the user has verified before: the last tries of a day are theirs. Deleted after 180 days without.
create table mfa_known_keys (
  app_id text not null,
  user_id text not null,
  thumbprint text not null,
  verified_at_ms bigint not null,
  primary key (app_id, user_id, thumbprint),
  foreign key (app_id, user_id) references users (app_id, user_id) on delete cascade
);
create index mfa_known_keys_verified_at on mfa_known_keys (verified_at_ms);
