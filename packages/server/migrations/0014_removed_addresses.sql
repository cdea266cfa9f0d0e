-- What the browser said it was in which a session began, in our words; for its owner to know it again.
alter table sessions add column browser text, add column os text;

-- Until when wallets and accounts of the user stay as they are, because a change was undone; 0 when there is none.
alter table users add column hold_ends_ms bigint not null default 0;

-- E-mail addresses and numbers that were removed from a user in the last seven days: they hear of what happens, and most
-- can undo their removal (docs/custody.md). In clear, as accounts are; they go with their user.
create table removed_addresses (
  app_id text not null,
  -- What the removed address is told. It opens nothing: what counts is a code sent to the address.
  removal_id text not null,
  user_id text not null,
  type text not null check (type in ('email', 'phone')),
  subject text not null,
  -- The account as it was.
  details jsonb not null,
  first_verified_at_ms bigint not null,
  -- The subject of the account of the same type that took its place; null where none did.
  replaced_by text,
  can_undo boolean not null,
  -- The page of the app that the change was made on, as an origin; null where none is known.
  page text,
  removed_at_ms bigint not null,
  undone_at_ms bigint,
  primary key (app_id, removal_id),
  foreign key (app_id, user_id) references users (app_id, user_id) on delete cascade
);
create index removed_addresses_by_user on removed_addresses (app_id, user_id);
create index removed_addresses_removed_at on removed_addresses (removed_at_ms);

-- One notice may go to several: `email` or `phone` is the account of that type, anything else a removed address by its
-- id, and the empty text whichever address the user has.
alter table custody_notices add column recipient text not null default '';
alter table custody_notices drop constraint custody_notices_pkey;
alter table custody_notices add primary key (app_id, session_id, kind, subject, recipient);
create index custody_notices_owed on custody_notices (app_id, user_id) where due_at_ms is not null;
