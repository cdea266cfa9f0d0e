-- Events of one user reach an endpoint one after the other. `lane` is the user; null for an event that keeps to no order:
-- one without a user, or one that an operator sends again. `sequence` is the event's place in the audit log.
-- Of a lane only the first open delivery has a `due_at_ms`; the others get theirs when it is closed.
alter table webhook_deliveries add column lane text, add column sequence bigint not null default 0;
create index webhook_deliveries_lane on webhook_deliveries (app_id, webhook_id, lane, sequence)
  where closed_at_ms is null and lane is not null;
