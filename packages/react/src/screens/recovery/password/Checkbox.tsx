import { type ReactNode, useId, useRef } from 'react';
import { Icon, useSheet } from '../../../ui/index.ts';
import { passwordCss } from './password.css.ts';

interface CheckboxProps {
  checked: boolean;
  children: ReactNode;
  disabled?: boolean;
  onChange(checked: boolean): void;
}

/** A statement that the user agrees to by checking it. Its whole area can be clicked. */
export function Checkbox({ checked, children, disabled, onChange }: CheckboxProps) {
  const id = useId();
  const place = useRef<HTMLLabelElement>(null);
  useSheet(place, passwordCss);
  return (
    <label className="checkbox" htmlFor={id} ref={place}>
      <input
        checked={checked}
        data-autofocus
        disabled={disabled}
        id={id}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        type="checkbox"
      />
      <span aria-hidden="true" className="checkbox-mark">
        <Icon name="check" />
      </span>
      <span>{children}</span>
    </label>
  );
}
