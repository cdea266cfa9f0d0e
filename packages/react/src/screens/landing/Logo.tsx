import { useEffect, useRef, useState } from 'react';

/** The app's logo, at most 180 × 90 px. One that cannot be loaded leaves no gap. */
export function Logo({ logo, appName }: { logo: string | Element; appName: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    // The host keeps its element; the modal shows a copy.
    if (typeof logo !== 'string') place.current?.replaceChildren(logo.cloneNode(true));
  }, [logo]);

  if (typeof logo !== 'string') return <div className="logo" ref={place} />;
  if (failed) return null;
  return (
    <img
      alt={`${appName} logo`}
      className="logo"
      onError={() => setFailed(true)}
      referrerPolicy="no-referrer"
      src={logo}
    />
  );
}
