-- What happened in an app, written in the transaction that it describes. `sequence` and `hash` come a moment later,
-- from the sealer; from then on a row is for ever as it is.
create table audit_events (
  app_id text not null,
  -- Ordered by time; of one process also within a millisecond.
  event_id text not null,
  kind text not null,
  user_id text,
  session_id text,
  actor_type text not null,
  actor_id text,
  subject text,
  details jsonb not null,
  at_ms bigint not null,
  sequence bigint,
  -- SHA-256 of the hash before and this row's canonical JSON.
  hash bytea,
  primary key (app_id, event_id),
  check ((sequence is null) = (hash is null))
);
create unique index audit_events_sequence on audit_events (app_id, sequence) where sequence is not null;
create index audit_events_unsealed on audit_events (app_id, event_id) where sequence is null;
create index audit_events_by_user on audit_events (app_id, user_id, kind, at_ms);

-- The two ends of each app's chain. Anyone who seals holds the row's lock, so that an app has one sealer at a time.
create table audit_chains (
  app_id text primary key,
  -- The last sealed event.
  sequence bigint not null default 0,
  hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  -- The last one that was deleted for its age; the chain that is kept begins after it.
  floor_sequence bigint not null default 0,
  floor_hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000'
);

create function audit_events_keep() returns trigger language plpgsql as $$
declare
  sealed audit_events;
begin
  if tg_op = 'DELETE' then
    if old.sequence <= (select floor_sequence from audit_chains where app_id = old.app_id) then
      return old;
    end if;
  elsif old.sequence is null and new.sequence is not null then
    sealed := old;
    sealed.sequence := new.sequence;
    sealed.hash := new.hash;
    if sealed is not distinct from new then
      return new;
    end if;
  end if;
  raise exception 'audit_events is append-only';
end $$;
create trigger audit_events_keep before update or delete on audit_events
  for each row execute function audit_events_keep();
