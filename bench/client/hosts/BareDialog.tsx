import { useEffect, useRef } from 'react';

/** A native dialog that opens when it is mounted and focuses its one input. */
export function BareDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
  }, []);
  return (
    <dialog ref={dialog}>
      <input ref={input} type="email" aria-label="Email" />
    </dialog>
  );
}
