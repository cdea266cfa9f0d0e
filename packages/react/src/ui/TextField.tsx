import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';

export interface TextFieldProps {
  label: string;
  value: string;
  placeholder: string;
  icon: ReactNode;
  type: 'email' | 'tel' | 'text';
  autoComplete: string;
  submitLabel: string;
  canSubmit: boolean;
  busy: boolean;
  /** True if the input takes the focus as it appears. @default false: the screen's focus rule decides */
  takesFocus?: boolean;
  /** Word at the end of the row, such as 'Recent'. */
  badge?: string | undefined;
  error?: string | null;
  /** Reason that the text cannot be submitted. Shown once the user has tried to submit it. */
  problem?: ReactNode;
  inputRef?: RefObject<HTMLInputElement | null>;
  onChange(value: string, input: HTMLInputElement): void;
  onSubmit(): void;
}

/** One row with an icon, an input and a submit arrow inside it. Enter submits if the arrow is enabled. */
export function TextField(field: TextFieldProps) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = field.inputRef ?? own;
  const open = field.canSubmit && !field.busy;
  const { takesFocus } = field;
  const [isAsked, setAsked] = useState(false);
  const error = field.error ?? (isAsked && field.value && !field.canSubmit && field.problem);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus, input]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (open) field.onSubmit();
      }}
    >
      <label className="hidden" htmlFor={id}>
        {field.label}
      </label>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter does the same, below. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a disabled button receives no click; the row around it does. */}
      <div
        className="field"
        data-busy={field.busy || undefined}
        onClick={({ target, currentTarget }) => target === currentTarget && setAsked(true)}
      >
        <span className="field-icon">{field.icon}</span>
        <input
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
          autoCapitalize="none"
          autoComplete={field.autoComplete}
          autoCorrect="off"
          data-autofocus
          enterKeyHint="go"
          id={id}
          inputMode={field.type}
          name={field.type}
          onChange={({ currentTarget }) => field.onChange(currentTarget.value, currentTarget)}
          onKeyDown={({ key }) => key === 'Enter' && setAsked(true)}
          placeholder={field.placeholder}
          readOnly={field.busy}
          ref={input}
          spellCheck={false}
          // The browser may translate an example email address, but not a code.
          translate={field.type === 'text' ? 'no' : undefined}
          type={field.type}
          value={field.value}
        />
        {field.badge && field.value === '' ? <span className="badge">{field.badge}</span> : null}
        <button aria-label={field.submitLabel} className="field-submit" disabled={!open} type="submit">
          {field.busy ? <span className="spinner" /> : <Icon name="arrow" />}
        </button>
      </div>
      <p className="field-error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </form>
  );
}
