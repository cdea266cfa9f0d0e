-- The session that asked for the removal of all second factors: it cannot cancel it, or an attacker who is logged in could
-- keep the owner waiting by asking anew. Null in rows of before.
alter table mfa_removals add column session_id text;
