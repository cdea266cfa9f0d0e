import { mfaVerificationTexts } from '../../../texts/generated/en/mfaVerification.ts';
import { useTexts } from '../../../texts/index.ts';

interface LostProps {
  /** Back to the choice; absent where there is none. */
  onOther?: (() => void) | undefined;
  onLost(): void;
}

/** The ways out for a person who cannot verify like this. */
export function Lost({ onOther, onLost }: LostProps) {
  const texts = useTexts('mfaVerification', mfaVerificationTexts);
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '4px 20px', justifyContent: 'center' }}>
      {onOther ? (
        <button className="link" onClick={onOther} type="button">
          {texts.other}
        </button>
      ) : null}
      <button className="link" onClick={onLost} type="button">
        {texts.lost}
      </button>
    </div>
  );
}
