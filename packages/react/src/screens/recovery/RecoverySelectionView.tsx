import { recoverySelectionTexts } from '../../texts/generated/en/recoverySelection.ts';
import { useTexts } from '../../texts/index.ts';
import { EntryButton, Icon } from '../../ui/index.ts';
import { useExplanation } from '../explanation.ts';
import { Page } from '../Page.tsx';
import type { ViewProps } from '../screen.ts';
import { useSettings } from '../services.ts';
import { RecoveryIcon } from './RecoveryIcon.tsx';
import { type BackupTask, cloudNames, type UserOwnedMethod } from './task.ts';

export interface RecoverySelectionProps {
  readonly task: BackupTask;
}

export interface RecoverySelectionExits {
  chosen: { method: UserOwnedMethod };
}

const methods: readonly UserOwnedMethod[] = ['google-drive', 'icloud', 'user-passcode'];

/** Lists the user-owned recovery methods that the app offers, without the wallet's current one (RECO-05). */
export function RecoverySelectionView({
  props: { task },
  exit,
}: ViewProps<RecoverySelectionProps, RecoverySelectionExits>) {
  const texts = useTexts('recoverySelection', recoverySelectionTexts);
  const { userOwnedRecoveryOptions: options } = useSettings().embeddedWallets;
  useExplanation(texts.explanation);
  const current = task.act === 'set' ? task.wallet.recoveryMethod : null;
  return (
    <Page detail={texts.detail} title={texts.title}>
      <div className="entries">
        {methods
          .filter((method) => options.includes(method) && method !== current)
          .map((method) => (
            <EntryButton
              icon={method === 'user-passcode' ? <Icon name="key" /> : <RecoveryIcon name="cloud" />}
              key={method}
              label={method === 'user-passcode' ? texts.password : cloudNames[method]}
              onClick={() => exit('chosen', { method })}
            />
          ))}
      </div>
    </Page>
  );
}
