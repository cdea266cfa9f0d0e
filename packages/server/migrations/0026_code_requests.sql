-- Keyed hash of the id of the request that a code was sent for, so that a request whose answer was lost is known again.
-- Null where the client gave none.
alter table codes add column request_hash bytea;
