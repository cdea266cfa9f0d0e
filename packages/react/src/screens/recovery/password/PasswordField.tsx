import { type ReactNode, useId, useRef, useState } from 'react';
import { passwordFieldTexts } from '../../../texts/generated/en/passwordField.ts';
import { useTexts } from '../../../texts/index.ts';
import { Icon, useSheet } from '../../../ui/index.ts';
import { RecoveryIcon } from '../RecoveryIcon.tsx';
import { passwordCss } from './password.css.ts';

export interface PasswordFieldProps {
  label: string;
  value: string;
  /** Tells a password manager to offer a saved password, or to save a new one. */
  autoComplete: 'current-password' | 'new-password';
  /** Username under which a password manager saves the password. */
  username: string;
  enterKeyHint: 'go' | 'next';
  busy?: boolean;
  /** Error or hint below the field, announced by screen readers. */
  error?: string | null;
  hint?: string | null;
  /** True if the password is shown at first, because it was generated. @default false */
  shown?: boolean;
  /** Content between the field and the error or hint. */
  children?: ReactNode;
  onChange(value: string): void;
}

/**
 * A password input, hidden unless the user shows it or it was generated. Belongs in a form, so Enter submits and
 * password managers recognise it.
 */
export function PasswordField(field: PasswordFieldProps) {
  const texts = useTexts('passwordField', passwordFieldTexts);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, passwordCss);
  const [isAsked, setAsked] = useState<boolean | null>(null);
  const isShown = isAsked ?? field.shown ?? false;
  const note = field.error ?? field.hint;
  return (
    <div ref={place}>
      <label className="hidden" htmlFor={id}>
        {field.label}
      </label>
      {/* A username for password managers. The modal does not send it. */}
      <input autoComplete="username" hidden name="username" readOnly type="text" value={field.username} />
      <div className="field" data-busy={field.busy || undefined}>
        <span className="field-icon">
          <Icon name="key" />
        </span>
        <input
          aria-describedby={note ? `${id}-note` : undefined}
          aria-invalid={field.error ? true : undefined}
          autoCapitalize="none"
          autoComplete={field.autoComplete}
          autoCorrect="off"
          data-autofocus
          enterKeyHint={field.enterKeyHint}
          id={id}
          name="password"
          translate="no"
          onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
          placeholder={field.label}
          readOnly={field.busy}
          spellCheck={false}
          type={isShown ? 'text' : 'password'}
          value={field.value}
        />
        <button
          aria-label={isShown ? texts.hide : texts.show}
          aria-pressed={isShown}
          className="icon-button"
          onClick={() => setAsked(!isShown)}
          type="button"
        >
          <RecoveryIcon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      </div>
      {field.children}
      {/* Keeps its space when empty, so nothing moves while the user types. */}
      <p className="password-note" data-error={Boolean(field.error)} id={`${id}-note`} role="status">
        {note}
      </p>
    </div>
  );
}
