-- Data keys of the main store, wrapped by the parts KEK (docs/custody.md).
create table data_keys (
  app_id text not null,
  version integer not null,
  wrapped bytea not null,
  created_at_ms bigint not null,
  primary key (app_id, version)
);

-- The secret behind wallets, by the id that the frame gave it.
create table entropies (
  app_id text not null,
  entropy_uid text not null,
  user_id text not null,
  kind text not null check (kind in ('created', 'imported-key', 'imported-phrase')),
  created_at_ms bigint not null,
  primary key (app_id, entropy_uid)
);
-- One created entropy a user: parallel first creates never make two.
create unique index entropies_created on entropies (app_id, user_id) where kind = 'created';
create index entropies_by_user on entropies (app_id, user_id);

create table embedded_wallets (
  app_id text not null,
  user_id text not null,
  chain_type text not null,
  wallet_index integer not null,
  entropy_uid text not null,
  address text not null,
  created_at_ms bigint not null,
  primary key (app_id, entropy_uid, chain_type, wallet_index),
  foreign key (app_id, entropy_uid) references entropies (app_id, entropy_uid)
);
create index embedded_wallets_by_user on embedded_wallets (app_id, user_id);

create table devices (
  app_id text not null,
  device_id text not null,
  user_id text not null,
  entropy_uid text not null,
  -- RFC 7638 thumbprint of the proof key that enrolled the device; its part goes to no other key.
  thumbprint text not null,
  auth_part bytea not null,
  created_at_ms bigint not null,
  -- Last use, to the day.
  used_at_ms bigint not null,
  -- What the browser said it was when it enrolled, in our words; for its owner to know it again.
  browser text,
  os text,
  primary key (app_id, device_id),
  foreign key (app_id, entropy_uid) references entropies (app_id, entropy_uid)
);
create index devices_used_at on devices (used_at_ms);
create index devices_by_user on devices (app_id, user_id);

-- Which recovery set of an entropy is in force: the only truth about it. The set itself lives in the recovery store.
create table recoveries (
  app_id text not null,
  entropy_uid text not null,
  user_id text not null,
  recovery_id text not null,
  recovery_version integer not null,
  method text not null,
  auth_part bytea not null,
  created_at_ms bigint not null,
  -- Tries of a password since the last right one, when they are forgotten, and until when no other is taken.
  tries integer not null default 0,
  tries_end_ms bigint not null default 0,
  wait_end_ms bigint not null default 0,
  primary key (app_id, entropy_uid),
  unique (app_id, recovery_id),
  foreign key (app_id, entropy_uid) references entropies (app_id, entropy_uid)
);
create index recoveries_by_user on recoveries (app_id, user_id);

-- Recovery sets that another one has replaced: a restored backup must still open, so they are kept for 30 days.
create table replaced_recoveries (
  app_id text not null,
  recovery_id text not null,
  user_id text not null,
  replaced_at_ms bigint not null,
  primary key (app_id, recovery_id)
);
create index replaced_recoveries_replaced_at on replaced_recoveries (replaced_at_ms);
create index replaced_recoveries_by_user on replaced_recoveries (app_id, user_id);

-- Passkeys that open a wallet beside the recovery in force. Their sets live in the recovery store, too.
create table recovery_passkeys (
  app_id text not null,
  recovery_id text not null,
  user_id text not null,
  entropy_uid text not null,
  -- What the authenticator calls it (WebAuthn), base64url.
  credential_id text not null,
  auth_part bytea not null,
  created_at_ms bigint not null,
  primary key (app_id, recovery_id),
  unique (app_id, entropy_uid, credential_id),
  foreign key (app_id, entropy_uid) references entropies (app_id, entropy_uid)
);
create index recovery_passkeys_by_user on recovery_passkeys (app_id, user_id);

-- Proof keys that a session has used. The first binds; further ones need the app's leave. They end with the session.
create table session_keys (
  app_id text not null,
  session_id text not null,
  thumbprint text not null,
  is_first boolean not null,
  bound_at_ms bigint not null,
  primary key (app_id, session_id, thumbprint),
  foreign key (app_id, session_id) references sessions (app_id, session_id) on delete cascade
);
create index session_keys_by_key on session_keys (app_id, thumbprint);
create unique index session_keys_first on session_keys (app_id, session_id) where is_first;

-- Requests already done, so that the same one sent again gets the same reply. Kept 24 h.
create table custody_requests (
  app_id text not null,
  user_id text not null,
  request_id text not null,
  body_hash text not null,
  reply jsonb,
  created_at_ms bigint not null,
  primary key (app_id, user_id, request_id)
);
create index custody_requests_created_at on custody_requests (created_at_ms);

-- Notices owed to users: written with the event and sent after it. One for each session, kind and subject; where a
-- session is told of a kind once, the subject is empty.
create table custody_notices (
  app_id text not null,
  session_id text not null,
  kind text not null,
  subject text not null,
  user_id text not null,
  created_at_ms bigint not null,
  -- When to try (again); null once sent or given up.
  due_at_ms bigint,
  tries integer not null default 0,
  primary key (app_id, session_id, kind, subject)
);
create index custody_notices_due on custody_notices (due_at_ms) where due_at_ms is not null;
create index custody_notices_created_at on custody_notices (created_at_ms);
