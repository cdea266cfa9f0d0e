-- Proofs given for one purpose, each good for one act of it (docs/custody.md). They end with their session.
create table session_confirmations (
  app_id text not null,
  session_id text not null,
  purpose text not null check (purpose in ('release', 'account_change')),
  -- RFC 7638 thumbprint of the one proof key that a release is for; empty for every other purpose.
  key text not null,
  -- The account that was proved.
  account_type text not null,
  account_subject text not null,
  confirmed_at_ms bigint not null,
  primary key (app_id, session_id, purpose, key),
  foreign key (app_id, session_id) references sessions (app_id, session_id) on delete cascade
);
create index session_confirmations_confirmed_at on session_confirmations (confirmed_at_ms);

-- When the user proved who they are at the login that began the session, and whether an automatic release has spent it. What
-- is there already opens none, and a fork never does.
alter table sessions add column login_at_ms bigint not null default 0;
alter table sessions add column is_login_spent boolean not null default true;
-- When the proof was given that was spent on this key: until it is too old, the key may ask again.
alter table session_keys add column opened_at_ms bigint;

-- The two contradict each other: the default takes the place of the setting that lets any session open a wallet anywhere.
update apps set settings = settings - 'new_device_max_age'
  where settings ->> 'approval' = 'frame' and settings -> 'new_device_max_age' = '0'::jsonb;
