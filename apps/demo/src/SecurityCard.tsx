import {
  useExportWallet,
  useLatchkey,
  useMfaEnrollment,
  useRecoveryPasskeys,
  useSessions,
  useSetWalletRecovery,
  type WalletAccount,
} from '@latchkey/react';
import { Card } from './Card.tsx';
import { Outcome, useOutcome } from './Outcome.tsx';

const recoveries = {
  'google-drive': 'Google Drive',
  icloud: 'iCloud',
  privy: 'Automatic',
  'user-passcode': 'Password',
} as const;

const factors = { passkey: 'Passkey', sms: 'SMS', totp: 'Authenticator app' } as const;

export function SecurityCard({ recovery }: { recovery: WalletAccount['recoveryMethod'] }) {
  const { user } = useLatchkey();
  const { showMfaEnrollmentModal } = useMfaEnrollment();
  const { setWalletRecovery } = useSetWalletRecovery();
  const { passkeys, manage: managePasskeys } = useRecoveryPasskeys();
  const { sessions, manage: manageSessions } = useSessions();
  const { exportWallet } = useExportWallet();
  const { result, attempt } = useOutcome();
  const enrolled = user?.mfaMethods.map((method) => factors[method]).join(', ');
  const rows = [
    ['2-step verification', enrolled || 'Off', 'Manage', showMfaEnrollmentModal],
    ['Recovery', recovery ? recoveries[recovery] : '—', 'Change', setWalletRecovery],
    ['Wallet passkeys', passkeys?.length ?? '—', 'Manage', managePasskeys],
    ['Sessions', sessions?.length ?? '—', 'Manage', manageSessions],
    ['Private key', 'Only you see it', 'Export', exportWallet],
  ] as const;
  return (
    <Card title="Security" hooks="useMfaEnrollment · useSetWalletRecovery · useExportWallet">
      <dl className="rows">
        {rows.map(([name, state, action, open]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{state}</dd>
            <dd>
              <button
                type="button"
                className="second"
                aria-label={`${action}: ${name}`}
                onClick={() =>
                  attempt('Not done', async () => {
                    await open();
                  })
                }
              >
                {action}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <Outcome result={result} />
    </Card>
  );
}
