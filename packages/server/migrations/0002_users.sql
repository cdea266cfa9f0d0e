-- Users of the apps, and the accounts by which they are known.
create table users (
  app_id text not null,
  user_id text not null,
  created_at_ms bigint not null,
  -- Custody routes refuse sessions whose login is older (docs/custody.md).
  custody_epoch_ms bigint not null default 0,
  primary key (app_id, user_id)
);

-- An account belongs to one user: the primary key decides when two first logins race.
create table linked_accounts (
  app_id text not null,
  type text not null,
  subject text not null,
  user_id text not null,
  -- The type's own fields as the wire carries them, without `type` and times.
  details jsonb not null,
  first_verified_at_ms bigint not null,
  latest_verified_at_ms bigint not null,
  primary key (app_id, type, subject),
  foreign key (app_id, user_id) references users (app_id, user_id) on delete cascade
);
create index linked_accounts_by_user on linked_accounts (app_id, user_id);

-- How many users an app has: the sum over its rows. Several, so that sign-ups do not wait for each other; an app with a
-- limit counts in row 0 alone, whose lock makes the limit exact.
create table user_counts (
  app_id text not null,
  slot smallint not null,
  users bigint not null,
  primary key (app_id, slot)
);
