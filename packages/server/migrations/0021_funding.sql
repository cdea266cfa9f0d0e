-- Purchases of coins at a provider, and what became of them. `amount` is what was asked for, in units of the coin;
-- `received` what arrived, in its smallest unit. A status only rises.
create table fundings (
  app_id text not null,
  funding_id text not null,
  user_id text not null,
  provider text not null check (provider in ('moonpay', 'coinbase-onramp')),
  is_test boolean not null,
  address text not null,
  caip2 text not null,
  asset text not null,
  amount text,
  status text not null check (status in ('created', 'pending', 'waitingAuthorization', 'completed', 'failed')),
  provider_id text,
  transaction_hash text,
  received text,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  primary key (app_id, funding_id),
  foreign key (app_id, user_id) references users (app_id, user_id) on delete cascade
);
create index fundings_by_user on fundings (app_id, user_id, created_at_ms desc);
create index fundings_updated_at on fundings (updated_at_ms);
