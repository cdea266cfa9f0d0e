import { mfaVerificationTexts } from '../../../texts/generated/en/mfaVerification.ts';
import { useTexts } from '../../../texts/index.ts';

interface LostProps {
  /** Called to go back to the choice of a method; absent if the user has only one method. */
  onOther?: (() => void) | undefined;
  onLost(): void;
}

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
