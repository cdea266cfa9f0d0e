-- Logins and sign-ups write to several tables. Each is a function: one round trip, and if the tables are spread over
-- nodes (docs/scaling.md), the node of the app runs it alone. The first parameter of each is the app.

-- Writes an event of the audit log, in the form of `audit.entry` in packages/server/src/audit.
create function record_event(p_app_id text, p_event jsonb) returns void
language plpgsql set search_path from current as $$
begin
  insert into audit_events
    (app_id, event_id, kind, user_id, session_id, actor_type, actor_id, subject, details, at_ms)
  values (p_app_id, p_event ->> 'event_id', p_event ->> 'kind', p_event ->> 'user_id', p_event ->> 'session_id',
    p_event ->> 'actor_type', p_event ->> 'actor_id', p_event ->> 'subject', p_event -> 'details',
    (p_event ->> 'at_ms')::bigint);
end $$;

-- Adds a code and voids others. Returns false, and changes nothing, if another request took the number.
create function add_code(
  p_app_id text, p_recipient text, p_code_id text, p_code_hash bytea, p_number integer, p_network text,
  p_is_known_network boolean, p_now_ms bigint, p_expires_at_ms bigint, p_request_hash bytea, p_voided_ids text[]
) returns boolean
language plpgsql set search_path from current as $$
begin
  insert into codes
    (app_id, recipient, code_id, code_hash, number, network, is_known_network, created_at_ms, expires_at_ms, request_hash)
  values (p_app_id, p_recipient, p_code_id, p_code_hash, p_number, p_network, p_is_known_network, p_now_ms,
    p_expires_at_ms, p_request_hash)
  on conflict (app_id, recipient, number) do nothing;
  if not found then
    return false;
  end if;
  if cardinality(p_voided_ids) > 0 then
    update codes set code_hash = null
    where app_id = p_app_id and recipient = p_recipient and code_id = any(p_voided_ids);
  end if;
  return true;
end $$;

-- Counts a try for every live code of a recipient that still accepts one from this network, and uses up the code that
-- matches. One UPDATE counts, compares and burns: it locks the rows, so guesses sent in parallel cannot share a try.
create function consume_code(
  p_app_id text, p_recipient text, p_network text, p_code_hash bytea, p_now_ms bigint,
  p_own_tries integer, p_foreign_tries integer, p_network_renewal_ms bigint
) returns boolean
language plpgsql set search_path from current as $$
declare
  v_is_match boolean;
begin
  with tried as (
    update codes
    set tries = jsonb_set(tries, array[p_network], (coalesce((tries ->> p_network)::integer, 0) + 1)::text::jsonb),
        foreign_tries = foreign_tries + case when network = p_network then 0 else 1 end,
        code_hash = nullif(code_hash, p_code_hash)
    where app_id = p_app_id and recipient = p_recipient and code_hash is not null and expires_at_ms > p_now_ms
      and coalesce((tries ->> p_network)::integer, 0) < p_own_tries
      and (network = p_network or foreign_tries < p_foreign_tries)
    returning code_hash is null as is_match
  )
  select coalesce(bool_or(is_match), false) into v_is_match from tried;
  if v_is_match then
    insert into code_networks (app_id, recipient, network, seen_at_ms)
    values (p_app_id, p_recipient, p_network, p_now_ms)
    on conflict (app_id, recipient, network) do update set seen_at_ms = excluded.seen_at_ms
      where code_networks.seen_at_ms <= excluded.seen_at_ms - p_network_renewal_ms;
  end if;
  return v_is_match;
end $$;

-- Begins a session of the user who has an account. Returns the user's id, or null if nobody has the account or it is an
-- embedded wallet, which is no way to log in.
create function start_session(
  p_app_id text, p_type text, p_subject text, p_session_id text, p_family_hash bytea, p_current_hash bytea,
  p_auth_time_ms bigint, p_now_ms bigint, p_life_ms bigint, p_browser text, p_os text, p_event jsonb
) returns text
language plpgsql set search_path from current as $$
declare
  v_user_id text;
begin
  update linked_accounts set latest_verified_at_ms = p_now_ms
  where app_id = p_app_id and type = p_type and subject = p_subject
    and details ->> 'wallet_client_type' is distinct from 'privy'
  returning user_id into v_user_id;
  if v_user_id is null then
    return null;
  end if;
  insert into sessions
    (app_id, session_id, user_id, family_hash, current_hash, rotated_at_ms, started_at_ms, auth_time_ms,
     expires_at_ms, login_at_ms, is_login_spent, browser, os)
  values (p_app_id, p_session_id, v_user_id, p_family_hash, p_current_hash, p_now_ms, p_now_ms, p_auth_time_ms,
    p_now_ms + p_life_ms, p_auth_time_ms, false, p_browser, p_os);
  perform record_event(p_app_id, p_event || jsonb_build_object('user_id', v_user_id, 'actor_id', v_user_id));
  return v_user_id;
end $$;

-- Uses up a code and begins a session, both or neither, so no code is burnt for a session that did not begin.
create function start_session_by_code(
  p_app_id text, p_recipient text, p_network text, p_code_hash bytea,
  p_own_tries integer, p_foreign_tries integer, p_network_renewal_ms bigint,
  p_type text, p_subject text, p_session_id text, p_family_hash bytea, p_current_hash bytea,
  p_auth_time_ms bigint, p_now_ms bigint, p_life_ms bigint, p_browser text, p_os text, p_event jsonb,
  out is_proved boolean, out user_id text
)
language plpgsql set search_path from current as $$
begin
  is_proved := consume_code(p_app_id, p_recipient, p_network, p_code_hash, p_now_ms,
    p_own_tries, p_foreign_tries, p_network_renewal_ms);
  if is_proved then
    user_id := start_session(p_app_id, p_type, p_subject, p_session_id, p_family_hash, p_current_hash,
      p_auth_time_ms, p_now_ms, p_life_ms, p_browser, p_os, p_event);
  end if;
end $$;

-- Creates a user with a first account, and counts the user. Returns false, and changes nothing, if somebody has the
-- account.
create function create_user(
  p_app_id text, p_type text, p_subject text, p_user_id text, p_details jsonb, p_credential jsonb, p_now_ms bigint,
  p_slot smallint, p_event jsonb
) returns boolean
language plpgsql set search_path from current as $$
begin
  insert into users (app_id, user_id, created_at_ms) values (p_app_id, p_user_id, p_now_ms);
  insert into linked_accounts
    (app_id, type, subject, user_id, details, credential, first_verified_at_ms, latest_verified_at_ms)
  values (p_app_id, p_type, p_subject, p_user_id, p_details, p_credential, p_now_ms, p_now_ms)
  on conflict (app_id, type, subject) do nothing;
  if not found then
    delete from users where app_id = p_app_id and user_id = p_user_id;
    return false;
  end if;
  insert into user_counts as c (app_id, slot, users) values (p_app_id, p_slot, 1)
  on conflict (app_id, slot) do update set users = c.users + 1;
  perform record_event(p_app_id, p_event);
  return true;
end $$;
