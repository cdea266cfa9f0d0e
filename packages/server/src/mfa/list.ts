import type { FactorList, WireAccount } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import { isTaken } from './methods.ts';
import type { FactorRow } from './store.ts';

const seconds = (ms: number) => Math.floor(ms / 1000);

/** A user's factors as they see them: neither secret nor whole number, which a stolen token would tell. */
export function toFactors(
  app: App,
  factors: readonly FactorRow[],
  accounts: readonly WireAccount[],
): FactorList['factors'] {
  return factors.map((factor) => ({
    id: factor.factorId,
    type: factor.method,
    name: nameOf(factor, accounts),
    created_at: seconds(factor.createdAtMs),
    last_used_at: factor.lastUsedAtMs === null ? null : seconds(factor.lastUsedAtMs),
    is_usable: isTaken(app, factor.method),
  }));
}

function nameOf({ credentialId, phoneNumber }: FactorRow, accounts: readonly WireAccount[]): string | null {
  if (phoneNumber !== null) return `${phoneNumber.slice(0, 2)}${'•'.repeat(7)}${phoneNumber.slice(-2)}`;
  const passkey = accounts.find((one) => one.type === 'passkey' && one.credential_id === credentialId);
  return (
    (passkey?.type === 'passkey' && (passkey.authenticator_name ?? passkey.created_with_browser)) || null
  );
}
