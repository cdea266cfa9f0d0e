import { useId, useState } from 'react';
import { headerTexts } from '../texts/generated/en/header.ts';
import { useTexts } from '../texts/index.ts';
import { Icon } from '../ui/index.ts';

export interface HeaderProps {
  /** Each button is shown only if it has a function (MODAL-12). */
  onBack: (() => void) | null;
  onClose: (() => void) | null;
  /** Explanation of the current screen, which the info button unfolds. */
  info: string | null;
}

export function Header({ onBack, onClose, info }: HeaderProps) {
  const texts = useTexts('header', headerTexts);
  // Stores the text rather than a flag, so the next screen's explanation is not unfolded by itself.
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const isUnfolded = info !== null && unfolded === info;
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
            aria-expanded={isUnfolded}
            aria-label={texts.info}
            className="icon-button"
            onClick={() => setUnfolded(isUnfolded ? null : info)}
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
      {isUnfolded ? (
        <p className="info" id={id}>
          {info}
        </p>
      ) : null}
    </>
  );
}
