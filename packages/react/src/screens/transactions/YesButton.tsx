import { useEffect, useState } from 'react';
import { timings } from '../../timings.ts';
import { Button } from '../../ui/index.ts';

interface YesButtonProps {
  readonly label: string;
  /** Label for the second click. */
  readonly again: string;
  readonly isDangerous: boolean;
  readonly disabled: boolean;
  readonly busy: boolean;
  onPress(): void;
}

/**
 * The button that approves. If there is a warning, it takes two clicks with a pause between them: a double click could
 * otherwise approve a request that the user has not read.
 */
export function YesButton({ label, again, isDangerous, disabled, busy, onPress }: YesButtonProps) {
  const [step, setStep] = useState<'asked' | 'held' | 'asked-again'>('asked');
  useEffect(() => {
    if (step !== 'held') return;
    const timer = setTimeout(() => setStep('asked-again'), timings.secondPressMs);
    return () => clearTimeout(timer);
  }, [step]);
  return (
    <Button
      busy={busy}
      disabled={disabled}
      held={step === 'held'}
      look={isDangerous ? 'danger' : 'primary'}
      onClick={() => (isDangerous && step === 'asked' ? setStep('held') : onPress())}
    >
      {step === 'asked' ? label : again}
    </Button>
  );
}
