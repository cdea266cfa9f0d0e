import type { ViewProps } from '../../screen.ts';
import { ChooseStep } from './ChooseStep.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { FinalStep } from './FinalStep.tsx';
import { SaveStep } from './SaveStep.tsx';
import type { WizardExits, WizardProps } from './wizard.ts';

const steps = {
  creating: ChooseStep,
  saving: SaveStep,
  confirming: ConfirmStep,
  finalizing: FinalStep,
  done: DoneStep,
} as const;

export function WizardView({ props, exit }: ViewProps<WizardProps, WizardExits>) {
  const Step = steps[props.step];
  return <Step exit={exit} props={props} />;
}
