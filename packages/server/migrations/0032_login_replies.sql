-- Functions of a login that return all that the service needs next, so a login takes one round trip for its code and
-- one for its session. Processes of an older version, which run beside newer ones during an upgrade, call add_code,
-- start_session and start_session_by_code of migration 0030.

-- Returns a user in the form of `userJson` in packages/server/src/users, or null if the app has no such user. Volatile:
-- a stable function would not see what the calling statement has already written.
create function user_json(p_app_id text, p_user_id text) returns json
language plpgsql set search_path from current as $$
begin
  return (
    select json_build_object(
      'id', u.user_id,
      'createdAtMs', u.created_at_ms,
      'hasAcceptedTerms', u.terms is not null,
      'customMetadata', u.custom_metadata,
      'mfaMethods', u.mfa_methods,
      'accounts', array_to_json(array(
        select json_build_object(
          'type', a.type,
          'details', a.details,
          'firstVerifiedAtMs', a.first_verified_at_ms,
          'latestVerifiedAtMs', a.latest_verified_at_ms
        )
        from linked_accounts a
        where a.app_id = p_app_id and a.user_id = u.user_id
        order by a.first_verified_at_ms, a.type, a.subject
      ))
    )
    from users u
    where u.app_id = p_app_id and u.user_id = p_user_id
  );
end $$;

-- Begins a session of the user who has an account. Returns the user, or null if nobody has the account or it is an
-- embedded wallet, which is no way to log in.
create function log_in(
  p_app_id text, p_type text, p_subject text, p_session_id text, p_family_hash bytea, p_current_hash bytea,
  p_auth_time_ms bigint, p_now_ms bigint, p_life_ms bigint, p_browser text, p_os text, p_event jsonb
) returns json
language plpgsql set search_path from current as $$
begin
  return user_json(p_app_id, start_session(p_app_id, p_type, p_subject, p_session_id, p_family_hash, p_current_hash,
    p_auth_time_ms, p_now_ms, p_life_ms, p_browser, p_os, p_event));
end $$;

-- Uses up a code and begins a session, both or neither, so no code is burnt for a session that did not begin.
create function log_in_by_code(
  p_app_id text, p_recipient text, p_network text, p_code_hash bytea,
  p_own_tries integer, p_foreign_tries integer, p_network_renewal_ms bigint,
  p_type text, p_subject text, p_session_id text, p_family_hash bytea, p_current_hash bytea,
  p_auth_time_ms bigint, p_now_ms bigint, p_life_ms bigint, p_browser text, p_os text, p_event jsonb,
  out is_proved boolean, out "user" json
)
language plpgsql set search_path from current as $$
begin
  is_proved := consume_code(p_app_id, p_recipient, p_network, p_code_hash, p_now_ms,
    p_own_tries, p_foreign_tries, p_network_renewal_ms);
  if is_proved then
    "user" := log_in(p_app_id, p_type, p_subject, p_session_id, p_family_hash, p_current_hash,
      p_auth_time_ms, p_now_ms, p_life_ms, p_browser, p_os, p_event);
  end if;
end $$;

-- Adds a code if none was sent to the recipient since `p_since_ms`, when no rule can refuse it. Otherwise, or if a
-- simultaneous request took the number, adds nothing and returns what the rules need: the codes sent since then, the
-- number of the newest code, and whether a right code of the recipient came from the network before.
create function add_first_code(
  p_app_id text, p_recipient text, p_code_id text, p_code_hash bytea, p_network text, p_now_ms bigint,
  p_since_ms bigint, p_expires_at_ms bigint, p_request_hash bytea,
  out is_added boolean, out sent json, out newest integer, out is_known boolean
)
language plpgsql set search_path from current as $$
begin
  select
    json_agg(json_build_object(
      'codeId', code_id,
      'network', network,
      'isKnownNetwork', is_known_network,
      'isLive', code_hash is not null and expires_at_ms > p_now_ms,
      'sentAtMs', created_at_ms,
      'isSameRequest', coalesce(request_hash = p_request_hash, false)
    )) filter (where created_at_ms > p_since_ms),
    coalesce(max(number), 0),
    exists (
      select from code_networks
      where app_id = p_app_id and recipient = p_recipient and network = p_network
    )
  into sent, newest, is_known
  from codes where app_id = p_app_id and recipient = p_recipient;
  is_added := sent is null and add_code(p_app_id, p_recipient, p_code_id, p_code_hash, newest + 1, p_network, is_known,
    p_now_ms, p_expires_at_ms, p_request_hash, '{}');
end $$;
