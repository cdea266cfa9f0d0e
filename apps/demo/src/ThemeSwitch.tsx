import { Choice } from './Choice.tsx';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface ThemeSwitchProps {
  theme: Theme;
  onThemeChange(theme: Theme): void;
}

export function ThemeSwitch({ theme, onThemeChange }: ThemeSwitchProps) {
  return <Choice legend="Theme" name="theme" onChange={onThemeChange} options={themes} value={theme} />;
}
