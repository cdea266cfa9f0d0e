import { type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';

export interface TextFieldProps {
  label: string;
  value: string;
  placeholder: string;
  icon: ReactNode;
  type: 'email' | 'text';
  autoComplete: string;
  submitLabel: string;
  canSubmit: boolean;
  busy: boolean;
  error?: string | null;
  onChange(value: string): void;
  onSubmit(): void;
}

/** One row: icon, input and the submit arrow inside it. Enter submits where the arrow would. */
export function TextField(field: TextFieldProps) {
  const id = useId();
  const open = field.canSubmit && !field.busy;
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
      <div className="field" data-busy={field.busy || undefined}>
        <span className="field-icon">{field.icon}</span>
        <input
          aria-describedby={field.error ? `${id}-error` : undefined}
          aria-invalid={field.error ? true : undefined}
          autoCapitalize="none"
          autoComplete={field.autoComplete}
          autoCorrect="off"
          data-autofocus
          enterKeyHint="go"
          id={id}
          inputMode={field.type}
          name={field.type}
          onChange={(event) => field.onChange(event.currentTarget.value)}
          placeholder={field.placeholder}
          readOnly={field.busy}
          spellCheck={false}
          type={field.type}
          value={field.value}
        />
        <button aria-label={field.submitLabel} className="field-submit" disabled={!open} type="submit">
          {field.busy ? <span className="spinner" /> : <Icon name="arrow" />}
        </button>
      </div>
      <p className="field-error" id={`${id}-error`} role="alert">
        {field.error}
      </p>
    </form>
  );
}
