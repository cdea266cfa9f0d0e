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
