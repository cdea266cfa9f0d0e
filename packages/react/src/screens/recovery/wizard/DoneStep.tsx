import { useEffect } from 'react';
import { passwordDoneTexts } from '../../../texts/generated/en/passwordDone.ts';
import { useTexts } from '../../../texts/index.ts';
import { timings } from '../../../timings.ts';
import { AddressChip, Button } from '../../../ui/index.ts';
import { StatusPage } from '../../StatusPage.tsx';
import type { WizardStepProps } from './wizard.ts';

/**
 * Reports success. If a login started the wizard, it closes by itself; otherwise it stays until the user closes it
 * (RECO-12).
 */
export function DoneStep({ props: { task, wallet }, exit }: WizardStepProps) {
  const texts = useTexts('passwordDone', passwordDoneTexts);
  const isAutomatic = task.initiator === 'automatic';
  useEffect(() => {
    if (isAutomatic) exit('finished');
  }, [isAutomatic, exit]);

  return (
    <StatusPage
      actions={
        isAutomatic ? undefined : (
          <Button autoFocus onClick={() => exit('finished')}>
            {texts.close}
          </Button>
        )
      }
      state="done"
      title={task.act === 'create' ? texts.created : texts.title}
    >
      {wallet ? <AddressChip address={wallet.address} copiedMs={timings.addressCopiedMs} /> : null}
    </StatusPage>
  );
}
