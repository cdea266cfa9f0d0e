import { useState } from 'react';
import { Icon } from '../../../ui/index.ts';

interface AppMarkProps {
  /** What the app names as its logo; nothing where it has none, or is not known yet. */
  readonly logoUrl?: string | undefined;
  /** In px. */
  readonly size: 20 | 56;
}

/** What stands for another app: its logo, else a wallet. Decorative: the app's name stands beside it. */
export function AppMark({ logoUrl, size }: AppMarkProps) {
  const [failed, setFailed] = useState(false);
  if (!logoUrl || failed) {
    return size === 20 ? (
      <Icon name="wallet" />
    ) : (
      <span className="mark" style={{ margin: 0 }}>
        <Icon name="wallet" />
      </span>
    );
  }
  return (
    <img
      alt=""
      decoding="async"
      height={size}
      onError={() => setFailed(true)}
      // Whose logo it is need not hear which page shows it.
      referrerPolicy="no-referrer"
      src={logoUrl}
      style={{ borderRadius: size * 0.3, objectFit: 'cover' }}
      width={size}
    />
  );
}
