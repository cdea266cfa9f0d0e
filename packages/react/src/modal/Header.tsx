import { useId, useState } from 'react';
import { Icon, useTexts } from '../ui/index.ts';

export interface HeaderProps {
  /** Each button is there only if it does something (MODAL-12). */
  onBack: (() => void) | null;
  onClose: (() => void) | null;
  /** What the info button unfolds. */
  info: string | null;
}

export const headerTexts = { back: 'Back', close: 'Close', info: 'More information' } as const;

/** The bar over every screen: back, info, close. */
export function Header({ onBack, onClose, info }: HeaderProps) {
  const texts = useTexts('header', headerTexts);
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  return (
    <>
      <div className="bar">
        <span className="grip" />
        {onBack ? (
          <button aria-label={texts.back} className="icon-button" onClick={onBack} type="button">
            <Icon name="back" />
          </button>
        ) : null}
        <span className="space" />
        {info ? (
          <button
            aria-controls={id}
            aria-expanded={unfolded}
            aria-label={texts.info}
            className="icon-button"
            onClick={() => setUnfolded(!unfolded)}
            type="button"
          >
            <Icon name="info" />
          </button>
        ) : null}
        {onClose ? (
          <button aria-label={texts.close} className="icon-button" onClick={onClose} type="button">
            <Icon name="close" />
          </button>
        ) : null}
      </div>
      {info && unfolded ? (
        <p className="info" id={id}>
          {info}
        </p>
      ) : null}
    </>
  );
}
