import { useEffect, useRef, useState } from 'react';

/** Logo of the app. Renders nothing if the image cannot be loaded. */
export function Logo({ logo, appName }: { logo: string | Element; appName: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    // Shows a copy, so the host keeps its element.
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
