import type { LatchkeyClient } from '@latchkey/core';
import { useCallback, useSyncExternalStore } from 'react';
import { getFindings, subscribeFindings } from './examine.ts';

/** Shows the Doctor's findings in the modal, for the developer, in English. */
export function DoctorNotice({ client }: { client: LatchkeyClient }) {
  const findings = useSyncExternalStore(
    useCallback((listener) => subscribeFindings(client, listener), [client]),
    () => getFindings(client),
  );
  if (findings.length === 0) return null;
  return (
    <section aria-label="Latchkey Doctor" className="doctor" dir="ltr" lang="en">
      <p className="doctor-mark">Shown in development only</p>
      {findings.map(({ check, line, todo, what }) => (
        <div key={check}>
          <p>{what}</p>
          <p className="muted">{todo}</p>
          <code>{line}</code>
        </div>
      ))}
    </section>
  );
}
