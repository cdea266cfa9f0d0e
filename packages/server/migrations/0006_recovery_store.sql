-- The recovery store. No statement joins these tables with others, so that they can move to a database of their own.
create table recovery_data_keys (
  app_id text not null,
  version integer not null,
  wrapped bytea not null,
  created_at_ms bigint not null,
  primary key (app_id, version)
);

-- Sealed recovery sets: immutable once written.
create table recovery_sets (
  app_id text not null,
  recovery_id text not null,
  user_id text not null,
  entropy_uid text not null,
  recovery_version integer not null,
  method text not null,
  ciphertext bytea not null,
  -- The key that opens the ciphertext: with automatic recovery alone.
  recovery_key bytea,
  -- What the other methods need: how a password becomes keys, or the name of a record in the user's cloud.
  parameters bytea,
  -- Last time that a writer relied on the row, and whether the main store is known to refer to it: for sweeping only.
  put_at_ms bigint not null,
  confirmed boolean not null default false,
  primary key (app_id, recovery_id)
);
create index recovery_sets_unconfirmed on recovery_sets (put_at_ms) where not confirmed;
create index recovery_sets_by_user on recovery_sets (app_id, user_id);
