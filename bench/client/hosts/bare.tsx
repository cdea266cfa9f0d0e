import { lazy, StrictMode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';

const BareDialog = lazy(() => import('./BareDialog.tsx').then(({ BareDialog }) => ({ default: BareDialog })));

/** Baseline for opening the modal: a lazily loaded React `<dialog>` with one input. */
function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" id="open" onClick={() => setOpen(true)}>
        Log in
      </button>
      <Suspense fallback={null}>{open && <BareDialog />}</Suspense>
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
