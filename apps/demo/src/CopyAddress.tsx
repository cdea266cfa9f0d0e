import { useEffect, useState } from 'react';

export function CopyAddress({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <p className="address">
      <code>{address}</code>
      <button
        type="button"
        className="second small"
        onClick={() =>
          navigator.clipboard.writeText(address).then(
            () => setCopied(true),
            () => {},
          )
        }
      >
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </p>
  );
}
