import { useState } from 'react';
import { Icon } from '../../../ui/index.ts';

interface AppMarkProps {
  /** Address of the app's logo; undefined if it has none or is not known yet. */
  readonly logoUrl?: string | undefined;
  /** In px. */
  readonly size: 20 | 56;
}

/** Logo of another app, or a wallet icon without one. Hidden from screen readers. */
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
      // The server of the logo must not learn which page shows it.
      referrerPolicy="no-referrer"
      src={logoUrl}
      style={{ borderRadius: size * 0.3, objectFit: 'cover' }}
      width={size}
    />
  );
}
