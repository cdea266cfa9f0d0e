import { loadRecoveryPasskeys } from '@latchkey/core';
import type { ServiceError, WalletAccount } from '@latchkey/wire';
import { passkeyErrorsTexts } from '../../../texts/generated/en/passkeyErrors.ts';
import { passkeyWayTexts } from '../../../texts/generated/en/passkeyWay.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button } from '../../../ui/index.ts';
import { StatusLine } from '../../Page.tsx';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { passkeyFailure } from './passkeyFailure.ts';
import { usePasskeys } from './usePasskeys.ts';

interface PasskeyWayProps {
  readonly address: string;
  /** True while another recovery is running. */
  readonly disabled: boolean;
  onRecovered(wallet: WalletAccount): void;
  onFailed(error: ServiceError): void;
}

/**
 * Offers to recover a wallet on this device with a passkey. Renders nothing if the user has added no passkey to the
 * wallet.
 */
export function PasskeyWay({ address, disabled, onRecovered, onFailed }: PasskeyWayProps) {
  const texts = useTexts('passkeyWay', passkeyWayTexts);
  const errors = useTexts('passkeyErrors', passkeyErrorsTexts);
  const { client } = useServices();
  const { passkeys } = usePasskeys(address);
  // `usePasskeys` has loaded the code, so the popup opens in the click handler, as browsers require.
  const { run, status, error } = useTask({
    work: async () => (await loadRecoveryPasskeys()).recoverWithPasskey(client, { address }),
    onDone: onRecovered,
    onFailed,
  });
  if (!passkeys?.length) return null;
  return (
    <div className="other-way">
      <StatusLine isError={error !== null}>
        {status === 'running' ? texts.waiting : error && passkeyFailure(error, errors)}
      </StatusLine>
      <Button busy={status === 'running'} disabled={disabled} look="secondary" onClick={run}>
        {texts.use}
      </Button>
    </div>
  );
}
