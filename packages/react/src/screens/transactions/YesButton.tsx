import { useEffect, useState } from 'react';
import { timings } from '../../timings.ts';
import { Button } from '../../ui/index.ts';

interface YesButtonProps {
  readonly label: string;
  /** What the second press says. */
  readonly again: string;
  readonly isDangerous: boolean;
  readonly disabled: boolean;
  readonly busy: boolean;
  onPress(): void;
}

/**
 * The person's yes. Where something speaks against it, it takes two presses, the second not on the heels of the first.
 * Threat: a double click, or a key that is held, agrees to what no one has read.
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
