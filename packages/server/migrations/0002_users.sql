-- Users of the apps, and the accounts by which they are known.
create table users (
  app_id text not null,
  user_id text not null,
  created_at_ms bigint not null,
  -- Custody routes refuse sessions whose login is older (docs/custody.md).
  custody_epoch_ms bigint not null default 0,
  -- The session that set the epoch, which they serve all the same.
  custody_epoch_session_id text,
  -- What the app's back end notes about the user.
  custom_metadata jsonb,
  -- When the user accepted the app's terms, and where those documents stood then; null before.
  terms jsonb,
  primary key (app_id, user_id)
);

-- An account belongs to one user: the primary key decides when two first logins race. A login changes no indexed column
-- and finds room in the page, so that it stays a HOT update.
create table linked_accounts (
  app_id text not null,
  type text not null,
  subject text not null,
  user_id text not null,
  -- The type's own fields as the wire carries them, without `type` and times.
  details jsonb not null,
  -- What proves the account again, such as a passkey's public key; never served.
  credential jsonb,
  first_verified_at_ms bigint not null,
  latest_verified_at_ms bigint not null,
  primary key (app_id, type, subject),
  foreign key (app_id, user_id) references users (app_id, user_id) on delete cascade
) with (fillfactor = 80);
create index linked_accounts_by_user on linked_accounts (app_id, user_id);

-- How many users an app has: the sum over its rows. Several, so that sign-ups do not wait for each other; an app with a
-- limit counts in row 0 alone, whose lock makes the limit exact.
create table user_counts (
  app_id text not null,
  slot smallint not null,
  users bigint not null,
  primary key (app_id, slot)
);
-- For back ends that look users up or search them. Partial: what most logins write (e-mail, wallets) is in the first alone.
create index linked_accounts_subject on linked_accounts (app_id, lower(subject) text_pattern_ops);
create index linked_accounts_username on linked_accounts (app_id, lower(details ->> 'username') text_pattern_ops)
  where details ? 'username';
create index linked_accounts_name on linked_accounts (app_id, lower(details ->> 'name') text_pattern_ops)
  where details ? 'name';
create index linked_accounts_email on linked_accounts (app_id, lower(details ->> 'email') text_pattern_ops)
  where details ? 'email';

-- Users who were deleted: gone for everybody, kept here until they are destroyed. No other statement looks here.
create table deleted_users (
  app_id text not null,
  user_id text not null,
  -- The row of the user with all accounts, as it was.
  record jsonb not null,
  deleted_at_ms bigint not null,
  destroy_at_ms bigint not null,
  primary key (app_id, user_id)
);
create index deleted_users_destroy_at on deleted_users (destroy_at_ms);
