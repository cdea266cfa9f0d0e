-- The session that a forked one came from: it ends with that one, and so do forks of forks, however the first one ends
--. Null for a login, and for forks that are older than this column.
alter table sessions add column parent_session_id text;
alter table sessions
  add constraint sessions_parent foreign key (app_id, parent_session_id)
  references sessions (app_id, session_id) on delete cascade;
create index sessions_parents on sessions (app_id, parent_session_id) where parent_session_id is not null;

-- Wrong tries of secrets that never change, such as a test account's code, by whom they are counted for.
create table tries (
  app_id text not null,
  kind text not null,
  -- A keyed hash of the client network.
  id text not null,
  wrong integer not null,
  expires_at_ms bigint not null,
  primary key (app_id, kind, id)
);
create index tries_expires_at on tries (expires_at_ms);
